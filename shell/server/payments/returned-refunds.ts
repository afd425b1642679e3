import { row } from '@shop/supabase'
import * as v from 'valibot'
import { serviceBackend } from './service-backend'

// https://docs.stripe.com/refunds#failed-refunds
const returnedEvent = v.object({
  type: v.picklist(['refund.failed', 'refund.updated']),
  data: v.object({
    object: v.object({
      id: v.string(),
      status: v.picklist(['failed', 'canceled']),
      failure_reason: v.nullish(v.string()),
      // Refunds without it were made in Stripe's Dashboard, or by another shop on the account.
      metadata: v.object({ shop_refund: v.pipe(v.string(), v.uuid()) }),
    }),
  }),
})

/** A refund that Stripe had accepted and could not pay: the money is the shop's again. */
export interface ReturnedRefund {
  /** The refund's id in the shop's database. */
  id: string
  /** Stripe's id of it. */
  reference: string
  reason: string
}

/** A refund that came back, from an event of Stripe's whose signature is checked; null for any other event. */
export function returnedRefund(event: unknown): ReturnedRefund | null {
  const parsed = v.safeParse(returnedEvent, event)
  if (!parsed.success) return null
  const { id: reference, status, failure_reason: reason, metadata } = parsed.output.data.object
  return {
    id: metadata.shop_refund,
    reference,
    reason: `Stripe reports the refund as ${(reason ?? status).replaceAll('_', ' ')}.`,
  }
}

/**
 * Notes that a refund came back. @returns whether that is done; false while the answer to the refund itself is not written down
 * @throws Error when the database cannot be reached
 */
export function returnedRefunds(url: string, secretKey: string) {
  const db = serviceBackend(url, secretKey)
  return async ({ id, reference, reason }: ReturnedRefund): Promise<boolean> => {
    const refund = { p_id: id, p_reference: reference, p_error: reason }
    return (await row(db.rpc('bounce_refund', refund))) !== 'pending'
  }
}
