import { toPence, type Pence } from '@shop/pricing'
import { BackendError } from '@shop/supabase'
import * as v from 'valibot'
import { giftCardMessage, promotionMessage } from './code-messages'
import { hints } from './hints'
import { PaymentDeclined, PaymentRejected } from './payment-rejected'

type Hint = (typeof hints)[number]

/** Why a request was rejected. `message` is a sentence for the shopper. */
export type Rejection =
  | {
      kind: 'totals_changed'
      /** The current figures; null when nothing can be sent any more. `duePence` only when a gift card changed. */
      figures: { totalPence: Pence; duePence: Pence | null } | null
      /** The reason, when a promotion code or a gift card caused it. */
      reason: string | null
    }
  | { kind: Exclude<Hint, 'totals_changed'>; message: string }
  /** A field is invalid; `field` is its name in the database. */
  | { kind: 'invalid_field'; field: string; message: string }
  /** The payment provider rejected the payment. */
  | { kind: 'payment_rejected'; title: string; message: string }
  /** The provider declined the payment: certainly nothing was charged. */
  | { kind: 'declined' }
  /** A failure, not a rejection: network or server error. */
  | { kind: 'failed' }

const numeral = v.union([v.pipe(v.number(), v.finite()), v.pipe(v.string(), v.decimal())])
const amount = v.pipe(numeral, v.transform(toPence))
const detailsSchema = v.pipe(v.string(), v.parseJson())
const figuresSchema = v.pipe(
  detailsSchema,
  v.object({ total: amount, due: v.optional(amount) }),
  v.transform(({ total, due }) => ({ totalPence: total, duePence: due ?? null })),
)
const reasonSchema = v.pipe(
  detailsSchema,
  v.union([
    v.pipe(
      v.object({ promotion_rejected: v.string(), minimum_pence: v.optional(v.number(), 0) }),
      v.transform((code) =>
        promotionMessage({ state: code.promotion_rejected, minimumPence: code.minimum_pence }),
      ),
    ),
    v.pipe(
      v.object({ gift_card_rejected: v.string() }),
      v.transform((card) => giftCardMessage(card.gift_card_rejected)),
    ),
  ]),
)
const hintSchema = v.picklist(hints)

/** Classifies any error of the database, the web server or the payment provider. */
export function parseRejection(error: unknown): Rejection {
  if (error instanceof PaymentRejected)
    return { kind: 'payment_rejected', title: error.title, message: error.message }
  if (error instanceof PaymentDeclined) return { kind: 'declined' }
  if (!(error instanceof BackendError)) return { kind: 'failed' }
  const { code, details, message, hint } = error
  if (!v.is(hintSchema, hint))
    return code === 'PT422' && hint ? { kind: 'invalid_field', field: hint, message } : { kind: 'failed' }
  if (hint !== 'totals_changed') return { kind: hint, message }
  const figures = v.safeParse(figuresSchema, details)
  const reason = v.safeParse(reasonSchema, details)
  return {
    kind: hint,
    figures: figures.success ? figures.output : null,
    reason: reason.success ? reason.output : null,
  }
}
