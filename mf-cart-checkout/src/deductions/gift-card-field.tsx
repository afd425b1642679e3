import { formatPence } from '@shop/pricing'
import type { Ref } from 'react'
import { CodeField, type CodeHandle } from './code-field'
import { checkCard, type GiftCard } from './gift-card'

interface GiftCardFieldProps {
  handle: Ref<CodeHandle>
  typed: string
  card: GiftCard | null
  /** Why the card that was applied went away again, at first. */
  problem: string | null
  onChange: (card: GiftCard | null) => void
}

/** Enters and removes a gift card. */
export function GiftCardField({ handle, typed, card, problem, onChange }: GiftCardFieldProps) {
  return (
    <CodeField<GiftCard>
      handle={handle}
      name="giftCard"
      typed={typed}
      title="Gift card"
      noun="gift card code"
      applied={
        card && {
          name: `Gift card ending ${card.hint}`,
          effect: `Balance ${formatPence(card.availablePence)}`,
        }
      }
      problem={problem}
      check={checkCard}
      onAccept={onChange}
      onRemove={() => {
        onChange(null)
      }}
    />
  )
}
