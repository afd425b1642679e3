import { formatPence } from '@shop/pricing'
import { CodeField } from '../promotion/code-field'
import { checkCard, type GiftCard } from './gift-card'

interface GiftCardFieldProps {
  card: GiftCard | null
  /** Why the card that was applied went away again, at first. */
  problem: string | null
  onChange: (card: GiftCard | null) => void
}

/** Where a gift card is entered and taken away. */
export function GiftCardField({ card, problem, onChange }: GiftCardFieldProps) {
  return (
    <CodeField<GiftCard>
      title="Gift card"
      noun="gift card code"
      applied={card && { name: `Gift card ending ${card.hint}`, effect: `${formatPence(card.availablePence)} on it` }}
      problem={problem}
      check={checkCard}
      onAccept={onChange}
      onRemove={() => { onChange(null) }}
    />
  )
}
