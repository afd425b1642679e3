import { formatPence } from '@shop/pricing'
import type { Ref } from 'react'
import { promotionMessage } from '../rejection/code-messages'
import { CodeField, type CodeHandle } from './code-field'
import { checkCode, type AppliedCode } from './promotion-code'

interface PromotionFieldProps {
  handle: Ref<CodeHandle>
  typed: string
  applied: AppliedCode | null
  /** The initial error: why an applied code was removed again. */
  problem: string | null
  onChange: (applied: AppliedCode | null) => void
}

/** Enters and removes a promotion code. */
export function PromotionField({ handle, typed, applied, problem, onChange }: PromotionFieldProps) {
  return (
    <CodeField<AppliedCode>
      handle={handle}
      name="promotion"
      typed={typed}
      title="Promotion code"
      noun="promotion code"
      applied={applied && { name: `Promotion code ${applied.code}`, effect: effectOf(applied) }}
      problem={problem}
      check={async (db, code) => {
        const response = await checkCode(db, code)
        return 'code' in response ? response : promotionMessage(response)
      }}
      onAccept={onChange}
      onRemove={() => {
        onChange(null)
      }}
    />
  )
}

function effectOf({ promotion }: AppliedCode): string {
  switch (promotion.kind) {
    case 'percent':
      return `${String(promotion.percent)}% off`
    case 'amount':
      return `${formatPence(promotion.amountPence)} off`
    case 'free_delivery':
      return 'Free delivery'
  }
}
