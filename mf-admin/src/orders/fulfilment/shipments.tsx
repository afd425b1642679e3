import { trackingLink } from '@shop/settings/carriers'
import type { OrderItem } from '@shop/pricing/order-contents'
import { useAppQuery } from '@shop/supabase'
import {
  Badge,
  Button,
  chakra,
  ErrorState,
  Loading,
  Skeleton,
  Stack,
  Text,
  TextLink,
  useToast,
} from '@shop/ui'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { formatDateTime, formatDay } from '../../kit/dates'
import { errorWords } from '../../kit/error-words'
import {
  orderShipmentsQuery,
  remainingQuery,
  ParcelGone,
  useChangeParcel,
  type ParcelChange,
  type Shipment,
  type TrackingEvent,
} from './order-shipments'
import { parcelLabel } from './parcel-words'
import { usePrintLink } from './print-link'
import { ShipmentForm } from './shipment-form'
import { TrackingForm } from './tracking-form'

const Parcel = chakra('section', {
  base: {
    display: 'grid',
    gap: '.75rem',
    '& + &': { paddingTop: '1.1rem', borderTop: '1px solid {colors.line}' },
  },
})
const Row = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '.35rem .75rem' },
})
const Event = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '.25rem 1rem',
    alignItems: 'start',
    paddingBlock: '.6rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

const statusLook = (status: string) => {
  if (status === 'delivered') return 'positive'
  if (status === 'exception') return 'danger'
  return status === 'processing' ? 'neutral' : 'info'
}

type Open =
  | { form: 'shipment'; shipment?: Shipment }
  | { form: 'event'; shipment: Shipment; event?: TrackingEvent }
  | { form: 'remove'; change: ParcelChange; what: string }

interface ShipmentsProps {
  order: { id: string; number: string; items: readonly OrderItem[] }
  /** Whether parcels may be added and changed. */
  mayEdit: boolean
}

/** The parcels of an order with their tracking, to add, correct and remove. */
export function Shipments({ order, mayEdit }: ShipmentsProps) {
  const { data: shipments, error, isFetching, refetch } = useAppQuery(orderShipmentsQuery(order.id))
  const [open, setOpen] = useState<Open | null>(null)
  const remaining = useAppQuery(mayEdit ? remainingQuery([order.id]) : null)
  const print = usePrintLink()
  const close = () => setOpen(null)
  const hasRemaining = !mayEdit || remaining.data !== undefined
  if ((error && !shipments) || (remaining.error && !hasRemaining)) {
    return (
      <ErrorState
        level={3}
        title="The shipments could not be loaded"
        text="Please try again."
        retrying={isFetching || remaining.isFetching}
        onRetry={() => {
          void refetch()
          if (!hasRemaining) void remaining.refetch()
        }}
      />
    )
  }
  if (!shipments || !hasRemaining) {
    return (
      <Loading label="Loading shipments">
        <Skeleton height="3rem" />
      </Loading>
    )
  }
  return (
    <Stack gap="1.1rem">
      {shipments.length === 0 && <Text color="muted">Nothing has been sent yet.</Text>}
      {shipments.map((shipment, place) => (
        <ParcelView
          key={shipment.id}
          shipment={shipment}
          title={shipments.length === 1 ? 'Parcel' : `Parcel ${String(place + 1)}`}
          items={order.items}
          slip={print('packing', [order.number], shipment.id)}
          onOpen={mayEdit ? setOpen : undefined}
        />
      ))}
      {mayEdit && (
        <div>
          <Button variant="quiet" onClick={() => setOpen({ form: 'shipment' })}>
            Add shipment
          </Button>
        </div>
      )}
      {open?.form === 'shipment' && (
        <ShipmentForm
          order={order}
          shipment={open.shipment}
          remaining={open.shipment ? undefined : remaining.data}
          onClose={close}
        />
      )}
      {open?.form === 'event' && (
        <TrackingForm shipmentId={open.shipment.id} event={open.event} onClose={close} />
      )}
      {open?.form === 'remove' && <Removal change={open.change} what={open.what} onClose={close} />}
    </Stack>
  )
}

interface ParcelViewProps {
  shipment: Shipment
  title: string
  /** Those of the order. */
  items: readonly OrderItem[]
  slip: ReturnType<ReturnType<typeof usePrintLink>>
  onOpen?: (open: Open) => void
}

function ParcelView({ shipment, title, items, slip, onOpen }: ParcelViewProps) {
  const { carrier, trackingNumber, estimatedDelivery, status, events } = shipment
  const link = trackingLink(carrier, trackingNumber)
  return (
    <Parcel aria-label={title}>
      <Row>
        <Text fontWeight={560}>{title}</Text>
        <Badge status={statusLook(status)}>{parcelLabel(status)}</Badge>
      </Row>
      <Text textStyle="small" overflowWrap="anywhere">
        {[carrier, trackingNumber].filter(Boolean).join(', ') || 'No carrier yet'}
        {estimatedDelivery && `, expected ${formatDay(estimatedDelivery)}`}
        {link && (
          <>
            {' '}
            <TextLink to={link} target="_blank" rel="noreferrer">
              Follow at {carrier}
            </TextLink>
          </>
        )}
      </Text>
      {shipment.lines.length > 0 && (
        <ul aria-label={`In ${title.toLowerCase()}`}>
          {shipment.lines.map(({ line, quantity }) => (
            <li key={line}>{`${String(quantity)} × ${items[line]?.name ?? 'Item'}`}</li>
          ))}
        </ul>
      )}
      {events.length > 0 && (
        <ul>
          {events.map((event) => (
            <Event key={event.id}>
              <div>
                <Text>{event.description}</Text>
                <Text textStyle="micro" color="muted">
                  {[formatDateTime(event.at), event.location, parcelLabel(event.status)]
                    .filter(Boolean)
                    .join(', ')}
                </Text>
              </div>
              {onOpen && (
                <Row>
                  <Button
                    variant="text"
                    aria-label={`Correct ${event.description}`}
                    onClick={() => onOpen({ form: 'event', shipment, event })}
                  >
                    Correct
                  </Button>
                  <Button
                    variant="text"
                    aria-label={`Remove ${event.description}`}
                    onClick={() =>
                      onOpen({
                        form: 'remove',
                        change: { kind: 'remove event', id: event.id },
                        what: `the tracking entry "${event.description}"`,
                      })
                    }
                  >
                    Remove
                  </Button>
                </Row>
              )}
            </Event>
          ))}
        </ul>
      )}
      {onOpen && (
        <Row>
          <Button variant="text" onClick={() => onOpen({ form: 'event', shipment })}>
            Add tracking
          </Button>
          {shipment.lines.length > 0 && <TextLink {...slip}>Packing slip</TextLink>}
          <Button variant="text" onClick={() => onOpen({ form: 'shipment', shipment })}>
            Edit shipment
          </Button>
          <Button
            variant="text"
            onClick={() =>
              onOpen({
                form: 'remove',
                change: { kind: 'remove shipment', id: shipment.id },
                what: `this shipment with its tracking${trackingNumber ? ` (${trackingNumber})` : ''}`,
              })
            }
          >
            Remove shipment
          </Button>
        </Row>
      )}
    </Parcel>
  )
}

function Removal({ change, what, onClose }: { change: ParcelChange; what: string; onClose: () => void }) {
  const toast = useToast()
  const remove = useChangeParcel()
  const confirm = async () => {
    try {
      await remove.mutateAsync(change)
      toast({ title: 'Success', description: 'Removed successfully.', status: 'success' })
      onClose()
    } catch (error) {
      console.error(error)
      const description =
        error instanceof ParcelGone
          ? error.message
          : errorWords(error, 'Failed to remove it. Please try again.')
      toast({ title: 'Error', description, status: 'error' })
    }
  }
  return (
    <ConfirmDialog
      open
      danger
      title="Remove from the order"
      confirmLabel="Remove"
      busy={remove.isPending}
      busyLabel="Removing..."
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text>Remove {what}? The buyer no longer sees it. The order keeps its status.</Text>
    </ConfirmDialog>
  )
}
