import { BackendError, row, rows } from '@shop/supabase'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { errorMessage } from '../error-message'
import { inSpan } from '../tracing/spans'
import { serviceBackend } from './service-backend'
import { RefundRejected, stripeApi } from './stripe-api'
import type { StripeSecrets } from './stripe-payments'

/** Options of the refund worker. */
export interface RefundWorkerOptions extends Pick<StripeSecrets, 'stripeKey' | 'backendKey'> {
  supabaseUrl: string
  log: (line: string) => void
  /** URL of Stripe's API; a fake in tests. */
  apiUrl?: string
  /** Milliseconds between two looks for refunds. */
  idleMs?: number
}

/** Runs until it is stopped. */
export interface RefundWorker {
  /** False while the backend does not answer as it should. */
  isWorking(): boolean
  /** Resolves when the refunds it has claimed are settled. */
  stop(): Promise<void>
}

const claimedRefund = v.object({
  id: v.pipe(v.string(), v.uuid()),
  round: v.number(),
  attempts: v.number(),
  payment: v.pipe(v.string(), v.minLength(1)),
  amount_pence: v.number(),
})
const batch = 5
const maxMs = 60_000
/**
 * Pays out the refunds and the payments to be returned that the database holds as pending: claims each for two minutes, asks Stripe under the refund's id, and
 * records the answer. Killed at any moment, the next start goes on; Stripe pays each refund once. No error ends it.
 */
export function startRefundWorker(options: RefundWorkerOptions): RefundWorker {
  const { supabaseUrl, backendKey, stripeKey, apiUrl, log, idleMs = 2000 } = options
  const stripe = stripeApi({ secretKey: stripeKey, webhookSecret: '', apiUrl })
  const db = serviceBackend(supabaseUrl, backendKey)
  const stopping = new AbortController()
  const { signal } = stopping

  const pay = async (claimed: unknown): Promise<void> => {
    const { id, round, attempts, payment, amount_pence } = v.parse(claimedRefund, claimed)
    try {
      const reference = await stripe.refundPart({
        id,
        paymentIntent: payment,
        amountPence: amount_pence,
        round,
        askedBefore: attempts > 1 || round > 0,
      })
      await row(db.rpc('settle_refund', { p_id: id, p_reference: reference }))
    } catch (error) {
      // Without settling it is claimed again when its claim ends.
      if (error instanceof BackendError) throw error
      const state = await row(
        db.rpc('settle_refund', {
          p_id: id,
          p_error: errorMessage(error).slice(0, 500),
          p_final: error instanceof RefundRejected,
        }),
      )
      if (state === 'failed')
        log(`Refund ${id} failed. Staff see the reason in the back office and can try again.`)
    }
  }

  let failures = 0
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      let pauseMs = idleMs
      try {
        const claimed = await rows(db.rpc('claim_refunds', { p_limit: batch }))
        const outcomes = await Promise.allSettled(
          claimed.map((refund) => inSpan('pay out refund', { job: 'refund' }, () => pay(refund))),
        )
        const failed = outcomes.find((outcome) => outcome.status === 'rejected')
        if (failed) throw failed.reason
        failures = 0
        if (claimed.length >= batch) pauseMs = 0
      } catch (error) {
        if (failures === 0 && !signal.aborted)
          log(`Refunds wait, since the backend does not answer as it should: ${errorMessage(error)}`)
        pauseMs = Math.min(idleMs * 2 ** Math.min(failures, 10), maxMs)
        failures += 1
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    isWorking: () => failures === 0,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
