import { toPence, type OfferedPromotion, type Pence, type PromotionScope } from '@shop/pricing'
import { storedAtom } from '@shop/state'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { promotionMessage, type CodeRejection } from '../rejection/code-messages'
import { termsSchema } from './promotion-terms'

const rejectionSchema = v.pipe(
  v.object({ state: v.string(), minimum_pence: v.optional(v.number(), 0) }),
  v.transform(({ state, minimum_pence }): CodeRejection => ({ state, minimumPence: minimum_pence })),
)
const replySchema = v.variant('state', [
  v.object({ state: v.literal('valid') }),
  v.object({ state: v.string() }),
])
const totalSchema = v.object({ total: v.union([v.number(), v.string()]) })

const isValid = (reply: unknown) => v.parse(replySchema, reply).state === 'valid'

/** Checks a code against the caller's cart. */
export async function checkCode(db: Backend, code: string): Promise<OfferedPromotion | CodeRejection> {
  const reply = await row(db.rpc('check_promotion', { p_code: code }))
  return isValid(reply) ? v.parse(termsSchema, reply) : v.parse(rejectionSchema, reply)
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

const scope = v.optional(
  v.variant('appliesTo', [
    v.object({ appliesTo: v.literal('order') }),
    v.object({ appliesTo: v.literal('products'), productIds: v.array(v.string()) }),
    v.object({ appliesTo: v.literal('categories'), categoryIds: v.array(v.string()) }),
  ]) satisfies v.GenericSchema<unknown, PromotionScope>,
)
const storedSchema = v.object({
  code: v.string(),
  minimumPence: v.number(),
  promotion: v.variant('kind', [
    v.object({ scope, kind: v.literal('percent'), percent: v.number() }),
    v.object({ scope, kind: v.literal('amount'), amountPence: v.number() }),
    v.object({ scope, kind: v.literal('free_delivery') }),
    v.object({ scope, kind: v.literal('buy_get'), buy: v.number(), get: v.number(), percent: v.number() }),
  ]),
})

/** The code that the shopper entered and the database accepted, in session storage, so that it survives a refresh. */
export const enteredCode = storedAtom<OfferedPromotion | null>('aurelle_promotion', storedSchema, {
  storage: 'session',
  fallback: null,
})
