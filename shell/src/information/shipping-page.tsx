import { useSettings } from '@shop/settings'
import { Grid, Icon, Panel, Text, TextLink } from '@shop/ui'
import Clock from 'lucide-react/icons/clock'
import Package from 'lucide-react/icons/package'
import Truck from 'lucide-react/icons/truck'
import { InformationPage, Section } from './information-page'

/** Ways of delivery, times, what they cost, and what happens when nobody is in. */
export function Component() {
  const { shipping, delivery } = useSettings()
  const from = `£${String(shipping.freeFrom)}`
  const options = [
    {
      icon: Package,
      title: 'Standard',
      price: `Free from ${from}`,
      time: '5-7 business days',
      text: `Orders under ${from} pay £3.99.`,
    },
    {
      icon: Truck,
      title: 'Express',
      price: '£4.99',
      time: '2-3 business days',
      text: 'For a date that is close.',
    },
    {
      icon: Clock,
      title: 'Next day',
      price: '£9.99',
      time: '1 business day',
      text: 'Order by 2PM Monday-Thursday.',
    },
  ]
  return (
    <InformationPage path="/shipping" lead="Three ways to receive a plain parcel, all within the UK.">
      <Grid
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' }}
        gap="1.25rem"
        marginBottom="clamp(2rem, 4vw, 4rem)"
      >
        {options.map(({ icon, title, price, time, text }) => (
          <Panel key={title} title={title} actions={<Icon as={icon} size="l" />}>
            <Text textStyle="figure">{price}</Text>
            <div>
              <Text>{time}</Text>
              <Text textStyle="small" color="muted">
                {text}
              </Text>
            </div>
          </Panel>
        ))}
      </Grid>
      <Section title="Where we deliver">
        {delivery.coverage === 'uk' ? (
          <p>
            Within the UK: the mainland, and also Northern Ireland and the islands. Next day delivery is for
            the mainland. For the Scottish Highlands, Northern Ireland and the islands express delivery costs
            more; the cart shows the price for your postcode before you pay.
          </p>
        ) : (
          <p>To mainland UK addresses only. The cart shows the price for your postcode before you pay.</p>
        )}
        <p>We do not deliver to the Channel Islands, Gibraltar or any address abroad.</p>
      </Section>
      <Section title="Dispatch">
        <p>
          We dispatch within 1-2 business days. Orders placed after 2PM on Friday are processed on Monday.
          Business days are Monday to Friday without public holidays.
        </p>
        <p>
          Every parcel is plain. What that means is told under{' '}
          <TextLink to="/discretion">discreet shipping</TextLink>.
        </p>
      </Section>
      <Section title="Tracking">
        <p>
          Every delivery is tracked. Enter your order number, which starts with AM, and the email address or
          postcode of the order under <TextLink to="/track-order">Track Your Order</TextLink>.
        </p>
      </Section>
      <Section title="Failed delivery">
        <p>
          If nobody is in, the carrier leaves a card. Your parcel is then held for 7 days at the depot, where
          you can collect it or ask for another attempt. After that it returns to us, and we write to you.
        </p>
      </Section>
      <Section title="Free shipping">
        <p>
          Standard delivery is free when the subtotal of your cart, before VAT, is {from} or more. The cart
          shows how much is missing. Express and next day delivery are charged at any value.
        </p>
      </Section>
      <Section title="Duties and taxes">
        <p>
          We deliver within the UK only, so there are no customs duties or import charges. VAT at 20% is shown
          in your cart and is part of the total you pay.
        </p>
      </Section>
    </InformationPage>
  )
}
