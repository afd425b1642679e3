import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { asJson } from '../../supabase/tests/declaration/attack'
import type { AttackedShop } from './fixtures'
import { ask, field } from './ask'
import type { Call, Reply } from './send'

/** A call of a database function by a guest. */
export function rpc(name: string, args: unknown, more: Partial<Call> = {}): Call {
  return {
    by: 'guest',
    method: 'POST',
    path: `/rest/v1/rpc/${name}`,
    body: JSON.stringify(args),
    ...more,
    headers: { ...asJson, ...more.headers },
  }
}

/** Headers of a guest with a new cart. */
export function newGuest(): Record<string, string> {
  return { 'x-session-id': `session_${randomBytes(24).toString('hex')}` }
}

const person = (): Record<string, string> => ({
  email: `guest-${randomUUID()}@example.test`,
  first_name: 'Ada',
  last_name: 'Guest',
})

/** Calls of one new guest, in the order of a purchase. */
export function purchase(shop: AttackedShop) {
  const headers = newGuest()
  const call = (name: string, args: unknown): Promise<Reply> => ask(shop, rpc(name, args, { headers }))
  return {
    add: (product: string, quantity: number) =>
      call('cart_add', { p_product_id: product, p_quantity: quantity }),
    start: (changes: Record<string, unknown> = {}) =>
      call('start_checkout', {
        p_details: {
          ...person(),
          shipping_method_id: '@method@',
          shipping_address: { address_line_1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA' },
          ...changes,
        },
      }),
    startGiftCard: (changes: Record<string, unknown> = {}) =>
      call('start_gift_card', { p_details: { ...person(), amount: 50, ...changes } }),
    reserve: (session: string) => call('reserve_checkout', { p_session_id: session }),
    complete: (session: string) =>
      call('complete_checkout', { p_session_id: session, p_idempotency_key: randomUUID() }),
  }
}

/** The id of a checkout that was started; '' when it was rejected. */
export const sessionOf = (reply: Reply): string => field(reply, 'session_id')

/** An email in the mailbox of the embedded backend. */
export interface SentEmail {
  subject: string
  text: string
  html: string
}

/** The emails to one address; waits for the first. */
export async function emailsTo({ backend: { sql } }: AttackedShop, address: string): Promise<SentEmail[]> {
  const found = () => sql<SentEmail[]>`
    select subject, body_text as text, coalesce(body_html, '') as html from embedded.mail
      where recipient = ${address} order by id`
  await expect.poll(found, { timeout: 20_000 }).not.toHaveLength(0)
  return [...(await found())]
}
