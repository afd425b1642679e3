import { useAppQuery } from '@shop/supabase'
import { Badge, Button, chakra, EmptyState, ErrorState, Loading, Skeleton, Text } from '@shop/ui'
import { useState } from 'react'
import { formatDateTime } from '../../kit/dates'
import { colleagueName, colleaguesQuery } from '../../frame/staff/colleagues'
import { ledgerPage, ledgerQuery, type StockMovement } from './stock-ledger'

const kinds: Readonly<Record<string, string>> = {
  received: 'Received',
  adjusted: 'Adjusted',
  sold: 'Sold',
  cancelled: 'Returned by a cancelled order',
}

/** What shoppers cause by buying. */
const orders = ['sold', 'cancelled']

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '4rem minmax(0, 1fr) auto',
    gap: '.15rem .9rem',
    alignItems: 'baseline',
    padding: '.7rem 1.25rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

const signed = new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero' })

interface LedgerProps {
  productId: string
  /** What each variant is called; empty for a product without options. */
  unitNames: ReadonlyMap<string, string>
}

/** Every movement of a product's stock, newest first, a page at a time. */
export function Ledger(props: LedgerProps) {
  return (
    <ul>
      <LedgerPage {...props} before={null} />
    </ul>
  )
}

function LedgerPage({ productId, unitNames, before }: LedgerProps & { before: number | null }) {
  const { data: movements, error, isFetching, refetch } = useAppQuery(ledgerQuery(productId, before))
  const { data: staff } = useAppQuery(colleaguesQuery)
  const [isNextOpen, setNextOpen] = useState(false)
  const last = movements?.at(-1)
  if (error) {
    return (
      <ErrorState
        title="The history could not be loaded"
        text="Please try again."
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!movements) {
    return (
      <Loading label="Loading history">
        <Skeleton height="3rem" margin="1rem 1.25rem" />
      </Loading>
    )
  }
  if (movements.length === 0 && before === null)
    return <EmptyState level={3} title="No movements yet" text="What comes in and goes out is listed here." />
  return (
    <>
      {movements.map((movement) => (
        <Movement
          key={movement.id}
          movement={movement}
          unit={unitNames.get(movement.variantId ?? '')}
          actor={movement.actor === null ? undefined : colleagueName(staff, movement.actor)}
        />
      ))}
      {last && movements.length === ledgerPage && !isNextOpen && (
        <chakra.li padding=".7rem 1.25rem" borderTop="1px solid {colors.line}">
          <Button variant="quiet" onClick={() => setNextOpen(true)}>
            Show older
          </Button>
        </chakra.li>
      )}
      {last && isNextOpen && <LedgerPage productId={productId} unitNames={unitNames} before={last.id} />}
    </>
  )
}

function Movement({
  movement: { kind, quantity, note, at },
  unit,
  actor,
}: {
  movement: StockMovement
  unit: string | undefined
  actor: string | undefined
}) {
  return (
    <Row>
      <Badge plain status={quantity > 0 ? 'positive' : 'neutral'} fontVariantNumeric="tabular-nums">
        {signed.format(quantity)}
      </Badge>
      <div>
        <Text fontWeight={520}>
          {kinds[kind] ?? kind}
          {unit && `, ${unit}`}
        </Text>
        <Text textStyle="micro" color="muted" overflowWrap="anywhere">
          {[actor ?? (orders.includes(kind) ? 'A shopper’s order' : undefined), note]
            .filter(Boolean)
            .join(': ')}
        </Text>
      </div>
      <Text textStyle="micro" color="muted" textAlign="end">
        <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
      </Text>
    </Row>
  )
}
