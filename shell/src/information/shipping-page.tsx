import { useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { ErrorState, Grid, Icon, Panel, Skeleton, Text, TextLink, type IconComponent } from '@shop/ui'
import Clock from 'lucide-react/icons/clock'
import Package from 'lucide-react/icons/package'
import Truck from 'lucide-react/icons/truck'
import { deliveryTermsQuery, methodOffers, zoneOffers } from './delivery/delivery-terms'
import { InformationPage, Section } from './information-page'

/** The picture of a method, by its name. */
function iconOf(name: string): IconComponent {
  if (/next|overnight/i.test(name)) return Clock
  return /express/i.test(name) ? Truck : Package
}

/** Ways of delivery, times, what they cost, and what happens when nobody is in. */
export function Component() {
  const { shipping, delivery } = useSettings()
  const from = `£${String(shipping.freeFrom)}`
  const { data: terms, error, isFetching, refetch } = useAppQuery(deliveryTermsQuery())
  const offers = terms ? methodOffers(terms, shipping.freeFrom) : []
  const zones = terms ? zoneOffers(terms, delivery.coverage) : []
  const isMainland = delivery.coverage === 'mainland'
  return (
    <InformationPage path="/shipping" lead="How you can receive a plain parcel, all within the UK.">
      {!terms && error && (
        <ErrorState
          title="The prices of delivery could not be loaded"
          text="The cart shows them as well."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <Grid
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' }}
        gap="1.25rem"
        marginBottom="clamp(2rem, 4vw, 4rem)"
      >
        {!terms && !error && [1, 2, 3].map((card) => <Skeleton key={card} height="14rem" width="100%" />)}
        {offers.map(({ id, name, days, price, isFree, deadline }) => (
          <Panel key={id} title={name} actions={<Icon as={iconOf(name)} size="l" />}>
            <Text textStyle="figure">{isFree ? `Free from ${from}` : price}</Text>
            <div>
              <Text>{days}</Text>
              <Text textStyle="small" color="muted">
                {isFree
                  ? `Orders under ${from} pay ${price}.`
                  : deadline
                    ? `${deadline}.`
                    : 'Plain and tracked.'}
              </Text>
            </div>
          </Panel>
        ))}
      </Grid>
      <Section title="Where we deliver">
        {isMainland ? (
          <p>To mainland UK addresses only. The cart shows the price for your postcode before you pay.</p>
        ) : (
          <p>
            Within the UK: the mainland, and also Northern Ireland and the islands. Next day delivery is for
            the mainland. The cart shows the price for your postcode before you pay.
          </p>
        )}
        {zones.length > 0 && (
          <>
            <p>Small orders to these places pay:</p>
            <ul>
              {zones.map(({ id, name, prices }) => (
                <li key={id}>
                  <strong>{name}</strong>: {prices.join(', ') || 'no delivery at present'}
                </li>
              ))}
            </ul>
          </>
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
          shows how much is missing. Faster delivery is charged at any value.
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
