import { shippingQuery } from '@shop/cart/shipping-terms'
import { StructuredData, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Box, Disclosure, Grid, Text, TextLink } from '@shop/ui'
import { methodOffers } from '../delivery/delivery-terms'
import { InformationPage } from '../information-page'
import { questions } from './questions'

/** Frequently asked questions, collapsed at first. */
export function Component() {
  const { freeDeliveryFrom, delivery } = useSettings()
  const { data: terms } = useAppQuery(shippingQuery())
  const offers = terms ? methodOffers(terms, freeDeliveryFrom) : []
  const items = questions(offers, delivery.coverage)
  return (
    <InformationPage
      path="/faq"
      heading="Frequently asked questions"
      lead="Materials, packaging, delivery, care, payment and returns."
    >
      <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '5fr 7fr' }} gap="2rem">
        <Box order={{ base: 1, lg: 0 }}>
          <Text color="inkSoft">Can’t find your answer?</Text>
          <TextLink block to="/contact">
            Contact us
          </TextLink>
        </Box>
        <Box layerStyle="rule">
          {items.map(({ question, answer, more }) => (
            <Disclosure key={question} title={question}>
              <Text maxWidth="64ch">{answer}</Text>
              {more && (
                <TextLink block to={more.to}>
                  {more.label}
                </TextLink>
              )}
            </Disclosure>
          ))}
        </Box>
      </Grid>
      <StructuredData
        data={{
          '@type': 'FAQPage',
          mainEntity: items.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        }}
      />
    </InformationPage>
  )
}
