import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fakeRefunds, type FakeRefund } from './fake-refunds'

/** A call that the shop made to Stripe. */
export interface StripeCall {
  path: string
  form: Record<string, string>
  headers: Record<string, string | string[] | undefined>
}

export const stripeKey = 'sk_test_fake'
export const webhookSecret = 'whsec_fake'

/** Responds as Stripe documents it: sessions and refunds by idempotency key, its error format. `next` overrides. */
export async function startFakeStripe() {
  const calls: StripeCall[] = []
  const pages = new Map<string, object>()
  const refunds = fakeRefunds()
  const ended = new Set<string>()
  const next: [number, object][] = []
  let broken = false
  let held: (call: StripeCall) => unknown = () => undefined

  const respond = ({ path, form, headers }: StripeCall): [number, object] => {
    const scripted = next.shift()
    if (scripted) return scripted
    if (broken) return [500, { error: { type: 'api_error', message: 'An unknown error occurred' } }]
    if (headers.authorization !== `Bearer ${stripeKey}`)
      return [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } }]
    if (path.startsWith('/v1/refunds')) return refunds.respond(path, form, String(headers['idempotency-key']))
    const [, ending] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path) ?? []
    if (ending !== undefined) {
      if (ended.has(ending))
        return [
          400,
          {
            error: {
              type: 'invalid_request_error',
              message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
            },
          },
        ]
      ended.add(ending)
      return [200, { id: ending, object: 'checkout.session', status: 'expired', url: null }]
    }
    const key = String(headers['idempotency-key'])
    const id = `cs_test_a${String(pages.size + 1)}`
    const page = pages.get(key) ?? {
      id,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.client_reference_id,
      amount_total: Number(form['line_items[0][price_data][unit_amount]']),
      currency: 'gbp',
      url: `https://checkout.stripe.com/c/pay/${id}`,
    }
    pages.set(key, page)
    return [200, page]
  }

  const server = createServer((request, response) => {
    let body = ''
    request
      .setEncoding('utf8')
      .on('data', (part: string) => {
        body += part
      })
      .on('end', () => {
        const call = {
          path: request.url ?? '',
          form: Object.fromEntries(new URLSearchParams(body)),
          headers: request.headers,
        }
        calls.push(call)
        const [status, reply] = respond(call)
        void Promise.resolve(held(call)).then(() =>
          response
            .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
            .end(JSON.stringify(reply)),
        )
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`,
    calls,
    /** Refunds made, in their order. */
    refunds: refunds.made as readonly FakeRefund[],
    fail: refunds.fail,
    forgetKeys: refunds.forgetKeys,
    ended,
    /** Scripted responses to the next calls. */
    next,
    /** What happens between a call's effect and its answer. */
    holdResponses: (hold: (call: StripeCall) => unknown) => {
      held = hold
    },
    goDown: () => {
      broken = true
    },
    comeUp: () => {
      broken = false
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The event of a paid session, as Stripe sends it, with some of its fields replaced. */
export function paidEvent(
  checkoutId: string,
  amountPence: number,
  changes: Record<string, unknown> = {},
): string {
  return JSON.stringify({
    id: 'evt_1',
    object: 'event',
    api_version: '2026-08-26.dahlia',
    created: 1_700_000_000,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: 'checkout.session.completed',
    data: {
      object: {
        id: 'cs_test_a1',
        object: 'checkout.session',
        amount_subtotal: amountPence,
        amount_total: amountPence,
        client_reference_id: checkoutId,
        currency: 'gbp',
        mode: 'payment',
        payment_intent: 'pi_3Paid',
        payment_status: 'paid',
        status: 'complete',
        ...changes,
      },
    },
  })
}

/** The event of a refund that came back, as Stripe sends it, with some of the refund's fields replaced. */
export function returnedEvent(
  shopRefund: string,
  reference: string,
  changes: Record<string, unknown> = {},
  type = 'refund.failed',
): string {
  return JSON.stringify({
    id: 'evt_2',
    object: 'event',
    api_version: '2026-08-26.dahlia',
    created: 1_700_000_000,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: {
      object: {
        id: reference,
        object: 'refund',
        amount: 1200,
        currency: 'gbp',
        failure_reason: 'expired_or_canceled_card',
        metadata: { shop_refund: shopRefund },
        payment_intent: 'pi_3Paid',
        status: 'failed',
        ...changes,
      },
    },
  })
}

/** The header Stripe signs a body with. @param seconds Unix time of the signature */
export function signature(
  body: string,
  seconds = Math.floor(Date.now() / 1000),
  secret = webhookSecret,
): string {
  return `t=${String(seconds)},v1=${createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')}`
}
