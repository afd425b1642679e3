import { shippingQuery } from '@shop/cart/shipping-terms'
import { rateText } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { customerTerms } from '@shop/settings/customer-terms'
import { useAppQuery } from '@shop/supabase'
import { ErrorState, Grid, Icon, Panel, Skeleton, Text, TextLink, type IconComponent } from '@shop/ui'
import Clock from 'lucide-react/icons/clock'
import Package from 'lucide-react/icons/package'
import Truck from 'lucide-react/icons/truck'
import { limitedMethods, methodOffers, zoneOffers } from './delivery/delivery-terms'
import { InformationPage, Section } from './information-page'

/** The picture of a method, by its name. */
function iconOf(name: string): IconComponent {
  if (/next|overnight/i.test(name)) return Clock
  return /express/i.test(name) ? Truck : Package
}

/** Ways of delivery, times, what they cost, and what happens when nobody is in. */
export function Component() {
  const { freeDeliveryFrom, delivery, pricing } = useSettings()
  const { data: terms, error, isFetching, refetch } = useAppQuery(shippingQuery())
  const offers = terms ? methodOffers(terms, freeDeliveryFrom) : []
  const free = offers.filter(({ freeFrom }) => freeFrom !== null)
  const charged = offers.filter(({ freeFrom, price }) => freeFrom === null && price !== 'Free')
  const zones = terms ? zoneOffers(terms, delivery.coverage, freeDeliveryFrom) : []
  const limited = terms ? limitedMethods(terms, delivery.coverage) : []
  const isMainland = delivery.coverage === 'mainland'
  return (
    <InformationPage path="/shipping" lead="Your delivery options, all in plain packaging and within the UK.">
      {!terms && error && (
        <ErrorState
          title="Delivery prices could not be loaded"
          text="You can also see them in your cart."
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
        {offers.map(({ id, name, days, price, freeFrom, deadline }) => (
          <Panel key={id} title={name} actions={<Icon as={iconOf(name)} size="l" />}>
            <Text textStyle="figure">
              {freeFrom === null ? price : `Free from ${freeFrom}`}
              {freeFrom !== null && (
                <Text as="span" textStyle="small" color="muted">
                  {' before VAT'}
                </Text>
              )}
            </Text>
            <div>
              <Text>{days}</Text>
              <Text textStyle="small" color="muted">
                {freeFrom === null
                  ? `${deadline || 'Plain and tracked'}.`
                  : `Orders under ${freeFrom} before VAT pay ${price}.`}
              </Text>
            </div>
          </Panel>
        ))}
      </Grid>
      <Section title="Where we deliver">
        {isMainland ? (
          <p>To mainland UK addresses only. Your cart shows the price for your postcode before you pay.</p>
        ) : (
          <p>
            Within the UK: the mainland, and also Northern Ireland and the islands.
            {limited.length > 0 && ` ${limited.join(' and ')} delivery does not reach all of them.`} Your cart
            shows the price for your postcode before you pay.
          </p>
        )}
        {zones.length > 0 && (
          <>
            <p>Delivery prices for these areas:</p>
            <ul>
              {zones.map(({ id, name, prices }) => (
                <li key={id}>
                  <strong>{name}</strong>: {prices.join(', ') || 'no delivery at the moment'}
                </li>
              ))}
            </ul>
          </>
        )}
        <p>
          {!isMainland && 'We deliver to the Isle of Man as well. '}We do not deliver to the Channel Islands,
          Gibraltar or any address abroad.
        </p>
      </Section>
      <Section title="Dispatch">
        <p>
          We dispatch within {customerTerms.dispatch}. Orders placed after 2PM on Friday are processed on
          Monday. Business days are Monday to Friday, excluding public holidays.
        </p>
        <p>
          Every parcel is plain. Read more about <TextLink to="/discretion">discreet shipping</TextLink>.
        </p>
      </Section>
      <Section title="Tracking">
        <p>
          Every delivery is tracked. On <TextLink to="/track-order">Track Your Order</TextLink>, enter your
          order number (it starts with AM) and the email address or postcode you ordered with.
        </p>
      </Section>
      <Section title="Failed delivery">
        <p>
          If nobody is in, the carrier leaves a card. Your parcel is then held for {customerTerms.depotDays}{' '}
          days at the depot, where you can collect it or rearrange delivery. After that it is returned to us,
          and we’ll contact you.
        </p>
      </Section>
      {free.length > 0 && (
        <Section title="Free shipping">
          <p>
            {`${free.map(({ name }) => name).join(' and ')} delivery is free when your cart comes to ${free[0]?.freeFrom ?? ''} or more before VAT. Your cart shows how close you are. `}
            {charged.length > 0 &&
              `${charged.map(({ name }) => name).join(' and ')} ${charged.length > 1 ? 'are' : 'is'} never free.`}
          </p>
        </Section>
      )}
      <Section title="Duties and taxes">
        <p>
          There are no customs duties or import charges anywhere we deliver. VAT at{' '}
          {rateText(pricing.vatRate)} is shown in your cart and included in the total you pay.
        </p>
      </Section>
    </InformationPage>
  )
}
