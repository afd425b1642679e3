import { randomBytes, randomUUID } from 'node:crypto'
import { rpc, field, type Call, type AttackRun } from './attack-run'
import type { Reply } from './send'

/** A guest of a fresh cart. @param from the address they call from; another for each call without it */
export function newGuest(from?: string): { headers: Record<string, string>; from?: string } {
  return {
    headers: { 'x-session-id': `session_${randomBytes(24).toString('hex')}` },
    ...(from !== undefined && { from }),
  }
}

/** Details of a checkout that nothing is wrong with, with some replaced. */
function goodDetails(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    email: `guest-${randomUUID()}@example.test`,
    first_name: 'Ada',
    last_name: 'Guest',
    shipping_method_id: '@method@',
    shipping_address: { address_line_1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA' },
    ...changes,
  }
}

/** Calls of one guest, in the order of a purchase. */
export function purchase(attackRun: AttackRun, attack: string, guest: ReturnType<typeof newGuest>) {
  const ask = (name: string, args: unknown): Promise<Reply> => attackRun.ask(attack, callOf(name, args))
  const callOf = (name: string, args: unknown): Call => rpc(name, args, { ...guest })
  return {
    callOf,
    /** @param variant needed for a product with options */
    add: (product: string, quantity = 1, variant: string | null = null) =>
      ask('cart_add', {
        p_product_id: product,
        p_quantity: quantity,
        ...(variant === null ? {} : { p_variant_id: variant }),
      }),
    start: (changes?: Record<string, unknown>) => ask('start_checkout', { p_details: goodDetails(changes) }),
    startGiftCard: (changes: Record<string, unknown> = {}) =>
      ask('start_gift_card', {
        p_details: {
          email: `guest-${randomUUID()}@example.test`,
          first_name: 'Ada',
          last_name: 'Guest',
          amount: 50,
          ...changes,
        },
      }),
    reserve: (session: string) => ask('reserve_checkout', { p_session_id: session }),
    complete: (session: string, key: string = randomUUID()) =>
      ask('complete_checkout', { p_session_id: session, p_idempotency_key: key }),
  }
}

/** The id of a checkout that was started; '' when it was refused. */
export const sessionOf = (reply: Reply): string => field(reply, 'session_id')

/** One number from the database. @param query of one column named `n` */
export async function number(
  attackRun: AttackRun,
  query: string,
  values: (string | string[])[] = [],
): Promise<number> {
  const [row] = await attackRun.target.sql.unsafe<{ n: number }[]>(query, values)
  return Number(row?.n ?? Number.NaN)
}

/** Ends checkouts that an attack left open, so that the next finds the shop as it was. */
export async function endCheckouts({ target }: AttackRun, sessions: readonly string[]): Promise<void> {
  await target.sql`update checkout_sessions set status = 'expired' where session_id = any (${[...sessions]})
    and status = 'pending'`
}

/**
 * Letters to one address that have come to the mailbox; waits until there are so many, at most ten
 * seconds.
 */
export async function lettersTo(
  { target }: AttackRun,
  email: string,
  many = 1,
): Promise<{ subject: string; text: string; html: string }[]> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const found = await target.sql<{ subject: string; text: string; html: string }[]>`
      select subject, body_text as text, coalesce(body_html, '') as html from embedded.mail
        where recipient = ${email} order by id`
    if (found.length >= many || Date.now() > deadline) return found
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
  }
}
