import { toPence, type Pence, type Promotion } from '@shop/pricing'
import { storedAtom } from '@shop/state'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { promotionMessage, type CodeRejection } from '../rejection/code-messages'

/** A promotion code that the shopper entered and the database accepted. */
export interface AppliedCode {
  code: string
  promotion: Promotion
  /** The minimum subtotal. */
  minimumPence: Pence
}

const terms = { code: v.string(), minimum_pence: v.number() }
const validSchema = v.pipe(
  v.union([
    v.object({ ...terms, kind: v.literal('percent'), percent: v.number() }),
    v.object({ ...terms, kind: v.literal('amount'), amount_pence: v.number() }),
    v.object({ ...terms, kind: v.literal('free_delivery') }),
  ]),
  v.transform((terms): AppliedCode => ({
    code: terms.code,
    minimumPence: terms.minimum_pence,
    promotion: promotionOf(terms),
  })),
)
const rejectionSchema = v.pipe(
  v.object({ state: v.string(), minimum_pence: v.optional(v.number(), 0) }),
  v.transform(({ state, minimum_pence }): CodeRejection => ({ state, minimumPence: minimum_pence })),
)
const replySchema = v.variant('state', [
  v.object({ state: v.literal('valid') }),
  v.object({ state: v.string() }),
])
const totalSchema = v.object({ total: v.union([v.number(), v.string()]) })

type Terms =
  { kind: 'percent'; percent: number } | { kind: 'amount'; amount_pence: number } | { kind: 'free_delivery' }

function promotionOf(terms: Terms): Promotion {
  return terms.kind === 'amount' ? { kind: 'amount', amountPence: terms.amount_pence } : terms
}

const isValid = (reply: unknown) => v.parse(replySchema, reply).state === 'valid'

/** Checks a code against the caller's cart. */
export async function checkCode(db: Backend, code: string): Promise<AppliedCode | CodeRejection> {
  const reply = await row(db.rpc('check_promotion', { p_code: code }))
  return isValid(reply) ? v.parse(validSchema, reply) : v.parse(rejectionSchema, reply)
}

/** Applies a promotion to a checkout session, whose total changes. */
export async function applyCode(
  db: Backend,
  sessionId: string,
  code: string,
): Promise<{ totalPence: Pence; rejected: string | null }> {
  const reply = await row(
    db
      .rpc('apply_promotion', { p_session_id: sessionId, p_code: code })
      .setHeader('x-checkout-session', sessionId),
  )
  return {
    totalPence: toPence(v.parse(totalSchema, reply).total),
    rejected: isValid(reply) ? null : promotionMessage(v.parse(rejectionSchema, reply)),
  }
}

const storedSchema = v.object({
  code: v.string(),
  minimumPence: v.number(),
  promotion: v.union([
    v.object({ kind: v.literal('percent'), percent: v.number() }),
    v.object({ kind: v.literal('amount'), amountPence: v.number() }),
    v.object({ kind: v.literal('free_delivery') }),
  ]),
})

/** The code that the shopper entered, in session storage, so that it survives a refresh. */
export const enteredCode = storedAtom<AppliedCode | null>('aurelle_promotion', storedSchema, {
  storage: 'session',
  fallback: null,
})
