import { formatPence } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import { Badge, chakra, Heading, Text } from '@shop/ui'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../kit/dates'
import { colleagueName, colleaguesQuery } from '../../frame/staff/colleagues'
import { Origin } from './gift-card-columns'
import type { GiftCardRecord, LedgerEntry } from './gift-card-record'
import { stateColours, stateLabels } from './gift-card-states'
import { OrderLink } from '../../frame/order-link'

const kinds: Readonly<Record<LedgerEntry['kind'], string>> = {
  issued: 'Issued',
  redeemed: 'Paid for an order',
  given_back: 'Given back by an order',
  voided: 'Voided',
}

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
    gap: '1.1rem',
    '& dt': { textStyle: 'micro', color: 'muted' },
    '& dd': { overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  },
})

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '.1rem .9rem',
    alignItems: 'baseline',
    paddingBlock: '.7rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** What is known of a card, and all that came onto it and went off it, newest first. */
export function GiftCardLedger({ card }: { card: GiftCardRecord }) {
  const { data: colleagues } = useAppQuery(colleaguesQuery)
  const recipient = [card.recipientName, card.recipientEmail].filter(Boolean).join(', ')
  return (
    <chakra.div display="grid" gap="1.5rem">
      <Facts>
        <Fact label="Balance">
          {formatPence(card.balancePence)} of {formatPence(card.initialPence)}
        </Fact>
        <Fact label="State">
          <Badge status={stateColours[card.state]}>{stateLabels[card.state]}</Badge>
        </Fact>
        <Fact label="Good until">{formatDate(card.expiresAt)}</Fact>
        <Fact label="From">
          <Origin card={card} />
        </Fact>
        {recipient && <Fact label="Sent to">{recipient}</Fact>}
        {card.voidReason && <Fact label="Void because">{card.voidReason}</Fact>}
      </Facts>
      <section aria-labelledby="gift-card-ledger">
        <Heading level={3} look="h3" fontSize="1rem" id="gift-card-ledger">
          Ledger
        </Heading>
        <ul>
          {card.entries.map((entry) => (
            <Row key={entry.id}>
              <chakra.span fontWeight={520}>
                {kinds[entry.kind]}
                {entry.orderNumber && (
                  <>
                    {' '}
                    <OrderLink number={entry.orderNumber} />
                  </>
                )}
              </chakra.span>
              <chakra.span fontVariantNumeric="tabular-nums" textAlign="end">
                {entry.amountPence > 0 ? '+' : '−'}
                {formatPence(Math.abs(entry.amountPence))}
              </chakra.span>
              <Text textStyle="micro" color="muted">
                <time dateTime={entry.at.toISOString()}>{formatDateTime(entry.at)}</time>
                {entry.actor !== null && `, ${colleagueName(colleagues, entry.actor)}`}
              </Text>
              <Text textStyle="micro" color="muted" textAlign="end" fontVariantNumeric="tabular-nums">
                Balance {formatPence(entry.balancePence)}
              </Text>
            </Row>
          ))}
        </ul>
        {card.hasMore && (
          <Text textStyle="micro" color="muted">
            These are the newest {card.entries.length.toLocaleString('en-GB')} entries.
          </Text>
        )}
      </section>
    </chakra.div>
  )
}
