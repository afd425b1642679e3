import type { OfferedPromotion } from '@shop/pricing'
import { promotionText } from '@shop/pricing/promotion-text'
import type { Ref } from 'react'
import { promotionMessage } from '../rejection/code-messages'
import { CodeField, type CodeHandle } from './code-field'
import { checkCode } from './promotion-code'

interface PromotionFieldProps {
  handle: Ref<CodeHandle>
  typed: string
  applied: OfferedPromotion | null
  /** The initial error: why an applied code was removed again. */
  problem: string | null
  onChange: (applied: OfferedPromotion | null) => void
}

/** Enters and removes a promotion code. */
export function PromotionField({ handle, typed, applied, problem, onChange }: PromotionFieldProps) {
  return (
    <CodeField<OfferedPromotion>
      handle={handle}
      name="promotion"
      typed={typed}
      title="Promotion code"
      noun="promotion code"
      applied={
        applied && { name: `Promotion code ${applied.code}`, effect: promotionText(applied.promotion) }
      }
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
