import { chakra, Text } from '@shop/ui'
import { promotionMessage } from '../rejection/code-messages'
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
  /** The cart is too small for the promotion code that was entered. */
  belowMinimum: boolean
}

/** Where a promotion code and a gift card are entered and taken away. */
export function DeductionFields({ deductions, typed, belowMinimum }: DeductionFieldsProps) {
  const { code, card, problems } = deductions
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
      {code && belowMinimum && (
        <Text textStyle="small" color="danger" role="status">
          {promotionMessage({ state: 'below_minimum', minimumPence: code.minimumPence })}
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
