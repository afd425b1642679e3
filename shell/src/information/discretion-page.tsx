import { shop, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Box, TextLink } from '@shop/ui'
import CreditCard from 'lucide-react/icons/credit-card'
import Mail from 'lucide-react/icons/mail'
import Package from 'lucide-react/icons/package'
import { deliveryTermsQuery, methodOffers } from './delivery/delivery-terms'
import { InformationPage, Section } from './information-page'
import { Points } from './points'

const promises = [
  {
    icon: Package,
    title: 'A plain parcel',
    text: 'No logo, no name of the shop, no description of the contents.',
  },
  { icon: CreditCard, title: 'A neutral name', text: 'Your statement does not mention what you bought.' },
  {
    icon: Mail,
    title: 'Quiet letters',
    text: 'Our messages are about orders. We send no catalogues by post.',
  },
]

/** "Order by 2PM" → "if you order by 2PM". */
const inSentence = (deadline: string) => deadline && `if you o${deadline.slice(1)}`

/** How a parcel and a bank statement look from the outside. */
export function Component() {
  const { freeFrom } = useSettings().shipping
  const { data: terms } = useAppQuery(deliveryTermsQuery())
  const offers = terms ? methodOffers(terms, freeFrom) : []
  return (
    <InformationPage
      path="/discretion"
      lead="Privacy is part of the craft. Nobody but you needs to know what arrives, or from whom."
    >
      <Box marginBottom="clamp(2rem, 4vw, 4rem)">
        <Points points={promises} />
      </Box>
      <Section title="Plain packaging">
        <p>
          Everything leaves us in a plain, unmarked box or envelope, sealed so that it cannot be looked into.
          The label carries your address and a neutral return address. The objects lie in tissue inside, and
          they do not rattle.
        </p>
        <p>
          If you would rather not receive it at home, give a workplace or a collection point as the delivery
          address.
        </p>
      </Section>
      <Section title="Billing descriptor">
        <p>
          A neutral name appears on your bank or card statement. It names neither {shop.name} nor the kind of
          goods we sell.
        </p>
      </Section>
      <Section title="Delivery options">
        {offers.length > 0 && (
          <ul>
            {offers.map(({ id, name, days, deadline }) => (
              <li key={id}>{[name, days, inSentence(deadline)].filter(Boolean).join(', ')}</li>
            ))}
          </ul>
        )}
        <p>
          All of them are equally discreet. Prices and places are listed under{' '}
          <TextLink to="/shipping">shipping information</TextLink>.
        </p>
      </Section>
      <Section title="Age verification">
        <p>
          We sell to adults of 18 and over only. We ask before you enter; more about it under{' '}
          <TextLink to="/age-verification">age verification</TextLink>.
        </p>
      </Section>
    </InformationPage>
  )
}
