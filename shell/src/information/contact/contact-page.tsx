import { useSettings } from '@shop/settings'
import { customerTerms } from '@shop/settings/customer-terms'
import { chakra, Grid, Heading, Stack, Text } from '@shop/ui'
import { InformationPage } from '../information-page'
import { ContactForm } from './contact-form'

const MapPlaceholder = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    aspectRatio: '16 / 9',
    background: 'sunken',
    borderRadius: 'image',
    color: 'muted',
  },
})

/** The contact form, email address, response time and a placeholder for the map. */
export function Component() {
  const { business } = useSettings()
  return (
    <InformationPage
      path="/contact"
      heading="Contact us"
      lead="A question, a request, something not quite right? A real person reads every message."
    >
      <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '7fr 4fr' }} gap="3rem clamp(2rem, 6vw, 6rem)">
        <ContactForm />
        <Stack as="aside" aria-label="Other ways to reach us" gap="2rem">
          <Stack gap=".5rem" layerStyle="rule" paddingTop="1.25rem">
            <Heading level={2} look="h3">
              Email
            </Heading>
            <chakra.a
              href={`mailto:${business.email}`}
              display="inline-flex"
              alignItems="center"
              minHeight="44px"
              textDecoration="underline"
              textUnderlineOffset=".28em"
              textDecorationColor="lineStrong"
            >
              {business.email}
            </chakra.a>
          </Stack>
          <Stack gap=".5rem" layerStyle="rule" paddingTop="1.25rem">
            <Heading level={2} look="h3">
              Response time
            </Heading>
            <Text color="inkSoft">We reply within {customerTerms.reply}.</Text>
          </Stack>
          <Stack gap=".75rem" layerStyle="rule" paddingTop="1.25rem">
            <Heading level={2} look="h3">
              Map
            </Heading>
            <MapPlaceholder>Coming Soon</MapPlaceholder>
          </Stack>
        </Stack>
      </Grid>
    </InformationPage>
  )
}
