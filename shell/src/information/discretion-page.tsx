import { shippingQuery } from '@shop/cart/shipping-terms'
import { shop, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Box, Picture, TextLink } from '@shop/ui'
import CreditCard from 'lucide-react/icons/credit-card'
import Mail from 'lucide-react/icons/mail'
import Package from 'lucide-react/icons/package'
import { ifOrderedInTime, methodOffers } from './delivery/delivery-terms'
import { InformationPage, Section } from './information-page'
import { Points } from './points'

const promises = [
  {
    icon: Package,
    title: 'A plain parcel',
    text: 'No logo, no shop name, no description of the contents.',
  },
  { icon: CreditCard, title: 'A neutral name', text: 'Your statement does not mention what you bought.' },
  {
    icon: Mail,
    title: 'Quiet emails',
    text: 'Subject lines that never name a product, and never a catalogue by post.',
  },
]

/** How a parcel and a bank statement look from the outside. */
export function Component() {
  const { freeDeliveryFrom } = useSettings()
  const { data: terms } = useAppQuery(shippingQuery())
  const offers = terms ? methodOffers(terms, freeDeliveryFrom) : []
  return (
    <InformationPage
      path="/discretion"
      lead="Privacy is part of the craft. Nobody but you needs to know what arrives, or from whom."
    >
      <Box marginBottom="clamp(2rem, 4vw, 4rem)">
        <Picture
          src="/media/plain-parcel-wide.webp"
          masterWidth={1800}
          ratio="21 / 9"
          alt="A parcel in plain brown paper, without a word on it, on a pale stone slab"
          sizes="(min-width: 1440px) 1330px, 94vw"
          priority
        />
      </Box>
      <Box marginBottom="clamp(2rem, 4vw, 4rem)">
        <Points points={promises} />
      </Box>
      <Section title="Plain packaging">
        <p>
          Everything is sent in a plain, unmarked box or envelope, sealed so that nobody can look inside. The
          label shows only your address and a neutral return address. Inside, everything is wrapped in tissue,
          and nothing rattles.
        </p>
        <p>
          If you’d rather not receive it at home, use a workplace or a collection point as your delivery
          address.
        </p>
      </Section>
      <Section title="Billing descriptor">
        <p>
          A neutral name appears on your bank or card statement. It doesn’t mention {shop.name} or what we
          sell.
        </p>
      </Section>
      <Section title="Delivery options">
        {offers.length > 0 && (
          <ul>
            {offers.map(({ id, name, days, deadline }) => (
              <li key={id}>{[name, days, ifOrderedInTime(deadline)].filter(Boolean).join(', ')}</li>
            ))}
          </ul>
        )}
        <p>
          All of them are equally discreet. Prices and areas are on the{' '}
          <TextLink to="/shipping">shipping information</TextLink> page.
        </p>
      </Section>
      <Section title="Age verification">
        <p>
          We sell only to adults of {shop.minimumAge} and over. Read more about{' '}
          <TextLink to="/age-verification">age verification</TextLink>.
        </p>
      </Section>
    </InformationPage>
  )
}
