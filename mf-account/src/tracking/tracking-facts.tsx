import { counted } from '@shop/pricing'
import { Box, chakra, Heading, Text, TextLink } from '@shop/ui'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button'
import type { Parcel, Tracking } from './tracking'
import { TrackingBadge } from './tracking-badge'
import { TrackingProgress } from './tracking-progress'
import { TrackingTimeline } from './tracking-timeline'
import { deliveryDate } from './tracking-messages'

const Root = chakra('div', { base: { display: 'grid', gap: '1.25rem', minWidth: '0' } })
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gap: '.75rem 1.5rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  },
})

// The database's shipping method of an order without a parcel: a gift card.
const byMail = 'By e-mail'

const Parcels = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.5rem',
    minWidth: '0',
    '& > section + section': { paddingTop: '1.5rem', borderTop: '1px solid {colors.line}' },
  },
})

interface TrackingFactsProps {
  tracking: Tracking
  /** The level of the headings. */
  eventsLevel?: 3 | 4
}

/** The parcels of an order, each with its details, and whether more follow. */
export function TrackingFacts({ tracking, eventsLevel = 3 }: TrackingFactsProps) {
  const { parcels, isPart, arrival } = tracking
  const rest = isPart && <Text>The rest of your order will follow. We’ll email you when it is sent.</Text>
  if (parcels.length < 2) {
    return (
      <Parcels>
        <ParcelFacts tracking={{ ...tracking, ...contents(parcels[0]) }} eventsLevel={eventsLevel} />
        {rest}
      </Parcels>
    )
  }
  return (
    <Parcels>
      {parcels.map((parcel, place) => {
        const title = `Parcel ${String(place + 1)} of ${String(parcels.length)}`
        return (
          <chakra.section key={place} aria-label={title} display="grid" gap="1.25rem">
            <Heading level={eventsLevel} look="h3">
              {title}
            </Heading>
            <ParcelFacts tracking={{ ...parcel, arrival }} eventsLevel={4} />
          </chakra.section>
        )
      })}
      {rest}
    </Parcels>
  )
}

const contents = (parcel: Parcel | undefined) => ({
  items: parcel?.items ?? [],
  pieces: parcel?.pieces ?? 0,
})

type TrackedParcel = Parcel & Pick<Tracking, 'arrival'>

/** The details of a parcel: status, progress, contents, number, carrier, expected day and history. */
function ParcelFacts({ tracking, eventsLevel }: { tracking: TrackedParcel; eventsLevel: 3 | 4 }) {
  const { status, trackingNumber, carrier, shippingMethod, items, pieces, events } = tracking
  const expected = expectedDays(tracking)
  if (shippingMethod === byMail) {
    return (
      <Text>
        Sent by email as soon as it was paid for. Nothing comes by post. If it hasn’t arrived, check your junk
        folder or <TextLink to="/contact">contact us</TextLink>.
      </Text>
    )
  }
  return (
    <Root>
      <Box display="grid" gap=".75rem">
        <TrackingBadge status={status} />
        <TrackingProgress status={status} />
      </Box>
      {status === 'exception' && (
        <Text>
          This parcel has been delayed. <TextLink to="/contact">Contact us</TextLink> and we’ll look into it.
        </Text>
      )}
      {!trackingNumber && status === 'processing' && (
        <Text color="muted">
          We are preparing your parcel. The tracking number will appear here once the carrier has it.
        </Text>
      )}
      <Facts>
        {trackingNumber && (
          <Fact name="Tracking number">
            <Box display="flex" alignItems="center" minHeight="44px" marginBlock="-10px">
              <chakra.span userSelect="all" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
                {trackingNumber}
              </chakra.span>
              <CopyButton text={trackingNumber} />
            </Box>
          </Fact>
        )}
        {carrier && <Fact name="Carrier">{carrier}</Fact>}
        {expected && <Fact name="Estimated delivery">{expected}</Fact>}
        {shippingMethod && <Fact name="Delivery option">{shippingMethod}</Fact>}
        {pieces > 0 && (
          <Fact name="In this parcel">
            {items.length === 0
              ? counted(pieces, 'item')
              : items.map((item) => (
                  <chakra.span key={item} display="block">
                    {item}
                  </chakra.span>
                ))}
          </Fact>
        )}
      </Facts>
      <Box display="grid" gap=".9rem">
        <Heading level={eventsLevel} look="h3">
          Event history
        </Heading>
        <TrackingTimeline events={events} />
      </Box>
    </Root>
  )
}

// A parcel that has arrived, or never will, has no expected day.
const over = ['delivered', 'cancelled']

/** The carrier's day or, before there is one, the days that were promised with the order. */
function expectedDays({ status, estimatedDelivery, arrival }: TrackedParcel): string | null {
  if (estimatedDelivery) return deliveryDate(estimatedDelivery)
  if (!arrival || over.includes(status)) return null
  const { from, to } = arrival
  return from === to ? deliveryDate(from) : `${deliveryDate(from)} to ${deliveryDate(to)}`
}

/** The same inside another screen, which names the order itself. */
export function EmbeddedTracking({ tracking }: { tracking: Tracking | null }) {
  if (!tracking) return <Text color="muted">No tracking information available</Text>
  return <TrackingFacts tracking={tracking} eventsLevel={4} />
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box minWidth="0" overflowWrap="anywhere">
      <chakra.dt textStyle="small" color="muted">
        {name}
      </chakra.dt>
      <dd>{children}</dd>
    </Box>
  )
}
