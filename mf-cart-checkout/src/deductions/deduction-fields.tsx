import { useCart } from '@shop/cart'
import type { OfferedPromotion } from '@shop/pricing'
import { chakra, Text } from '@shop/ui'
import { unusedMessage } from '../rejection/code-messages'
import { GiftCardField } from './gift-card-field'
import { PromotionField } from './promotion-field'
import type { Deductions } from './use-deductions'

// Between two rules, like the lines above; a closed disclosure button already has its own padding.
const Fields = chakra('div', {
  base: {
    display: 'grid',
    gap: '.5rem',
    marginTop: '-.5rem',
    paddingBottom: '.75rem',
    borderBottom: '1px solid {colors.line}',
  },
})

interface DeductionFieldsProps {
  deductions: Deductions
  /** What was posted. */
  typed: { promotion: string; giftCard: string }
  /** The promotion in the total. */
  used: OfferedPromotion | null
}

/** Where a promotion code and a gift card are entered and taken away. */
export function DeductionFields({ deductions, typed, used }: DeductionFieldsProps) {
  const { code, card, problems } = deductions
  const { subtotalPence } = useCart()
  return (
    <Fields>
      <PromotionField
        handle={deductions.codeField}
        key={`code ${String(problems.turn)}`}
        typed={typed.promotion}
        applied={code}
        problem={problems.code}
        onChange={deductions.enterCode}
      />
      {code && used !== code && (
        <Text textStyle="small" color="danger" role="status">
          {unusedMessage(code, subtotalPence, used)}
        </Text>
      )}
      <GiftCardField
        handle={deductions.cardField}
        key={`card ${String(problems.turn)}`}
        typed={typed.giftCard}
        card={card}
        problem={problems.card}
        onChange={deductions.enterCard}
      />
    </Fields>
  )
}
