import { randomBytes, randomUUID } from 'node:crypto'
import { startTestBackend, type LocalSupabase } from '@shop/local-supabase/in-process'
import * as v from 'valibot'
import type { Attacker } from '../declaration/attack'
import type { HostileCast } from '../declaration/table'
import { tables } from '../tables'
import { addToCart, complete, readyToPay, stockProduct } from '../checkout-steps'
import { forgedPapers } from './papers'
import { guest, type Visitor } from '../visitor-fixtures'

/** What filling and attacking a backend needs of it. */
export type BackendAccess = Pick<LocalSupabase, 'url' | 'publishableKey' | 'secretKey' | 'sql'>

/** A shop with buyers, orders, staff and secrets, and those who attack it. */
export interface HostileShop<Backend extends BackendAccess = LocalSupabase> {
  backend: Backend
  /** The public address of the shop; links in its letters lead there. */
  siteUrl: string
  /** Headers each attacker sends by nature. */
  headers: Record<Attacker, Record<string, string>>
  /** What texts of attacks may name as `@name@`: ids, which attackers are taken to know, and forged papers. */
  facts: Record<string, string>
  /** Texts that belong to others and must never come back. */
  secrets: string[]
  /** Ids of the rows that attackers own, by kind, and the state they are put back to. */
  own: { users: string[]; customers: string[]; sessions: string[]; checkouts: string[] }
  /** Ids of the accounts of staff. */
  staff: string[]
}

const tokenReply = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  user: v.object({ id: v.string() }),
})
const userReply = v.object({ id: v.string() })
const password = 'correct horse battery staple'

/** A confirmed account that is signed in. */
export interface Account {
  id: string
  email: string
  token: string
  refresh: string
  customer: string
  visitor: Visitor
}

/** Makes a confirmed account over HTTP and signs it in, as a browser does. */
export async function account(backend: BackendAccess, name: string): Promise<Account> {
  const { url, publishableKey, secretKey, sql } = backend
  const email = `${name}-${randomBytes(6).toString('hex')}@example.test`
  const made = await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: secretKey },
    body: JSON.stringify({
      email,
      password,
      email_confirm: true,
      user_metadata: { first_name: name, last_name: 'Hostile' },
    }),
  })
  const { id } = v.parse(userReply, await made.json())
  const signed = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token, refresh_token: refresh } = v.parse(tokenReply, await signed.json())
  const [row] = await sql<{ id: string }[]>`select id from customers where user_id = ${id}`
  return { id, email, token, refresh, customer: row?.id ?? '', visitor: { user: { id, email } } }
}

/** Starts a backend of its own and fills it. */
export async function openHostileShop(): Promise<HostileShop> {
  return fillHostileShop(await startTestBackend(), 'http://localhost:3000')
}

/** Fills a backend with those who are attacked and those who attack. @param siteUrl where the shop answers */
export async function fillHostileShop<Backend extends BackendAccess>(
  backend: Backend,
  siteUrl: string,
): Promise<HostileShop<Backend>> {
  const { sql } = backend
  const product = await stockProduct(sql, 20, 1000)
  const hidden = await stockProduct(sql, 30, 10)
  const hiddenName = `hidden-${randomBytes(6).toString('hex')}`
  await sql`update products set is_active = false, name = ${hiddenName} where id = ${hidden}`
  const victim = await account(backend, 'victim')
  const staff = await account(backend, 'staff')
  const dismissed = await account(backend, 'dismissed')
  const buyer = await account(backend, 'buyer')
  const stranger = await account(backend, 'stranger')
  const moderator = await account(backend, 'moderator')
  await sql`insert into admin_users (user_id, first_name, role, is_active) values (${staff.id}, 'Rowan', 'super_admin', true),
    (${moderator.id}, 'Mod', 'moderator', true), (${dismissed.id}, 'Gone', 'super_admin', false)`

  const victimGuest = guest()
  const guestOrder = await readyToPay(sql, victimGuest, product, 1)
  const guestReceipt = await complete(sql, victimGuest, guestOrder.session_id)
  const victimPaid = await complete(
    sql,
    victim.visitor,
    (await readyToPay(sql, victim.visitor, product, 2)).session_id,
  )
  const victimOpen = await readyToPay(sql, victimGuest, product, 2)
  await addToCart(sql, victim.visitor, product, 3)
  const buyerPaid = await complete(
    sql,
    buyer.visitor,
    (await readyToPay(sql, buyer.visitor, product, 1)).session_id,
  )
  const attackerGuest = guest()
  const guestSession = attackerGuest.headers?.['x-session-id'] ?? ''
  const guestOpen = await readyToPay(sql, attackerGuest, product, 1)
  const buyerOpen = await readyToPay(sql, buyer.visitor, product, 1)
  await addToCart(sql, stranger.visitor, product, 1)
  const letter = `letter-${randomBytes(8).toString('hex')}`
  await sql`insert into contact_messages (name, email, subject, message) values ('Victim', ${victim.email}, 'Private', ${letter + ' is private'})`
  const cast: HostileCast = {
    product,
    victim,
    buyer,
    stranger,
    victimOrder: victimPaid.order_id,
    victimCheckout: victimOpen.session_id,
    guestCheckout: guestOrder.session_id,
  }
  const declared = Object.values(tables).map(({ hostile }) => hostile)
  await sql.unsafe(declared.flatMap(({ seed }) => seed?.(cast) ?? []).join(';')).simple()
  const rows: Record<string, string> = { object: randomUUID() }
  for (const [name, query] of declared.flatMap(({ facts = {} }) => Object.entries(facts))) {
    const [row] = await sql.unsafe<{ id: string }[]>(query(cast))
    rows[name] = row?.id ?? ''
  }
  await sql`insert into storage.objects (id, bucket_id, name) values (${rows.object ?? ''}, 'product-images', 'kept/picture.webp')`
  const [token] = await sql<
    { token: string }[]
  >`select data ->> 'account_token' as token from email_outbox where data ? 'account_token'`
  const guestEmail = `secret-${randomBytes(6).toString('hex')}@example.test`
  await sql`update orders set email = ${guestEmail} where id = ${guestReceipt.order_id}`
  const hashes = await sql<{ token_hash: string }[]>`select token_hash from account_creation_tokens`

  const signedIn = (who: Account): Record<string, string> => ({
    apikey: backend.publishableKey,
    authorization: `Bearer ${who.token}`,
  })
  return {
    backend,
    siteUrl,
    headers: {
      keyless: {},
      guest: { apikey: backend.publishableKey, 'x-session-id': guestSession },
      buyer: signedIn(buyer),
      stranger: signedIn(stranger),
      moderator: signedIn(moderator),
    },
    facts: {
      ...rows,
      product,
      hidden,
      victimUser: victim.id,
      victimCustomer: victim.customer,
      victimOrder: victimPaid.order_id,
      guestOrderId: guestReceipt.order_id,
      victimEmail: victim.email,
      staffEmail: staff.email,
      staffUser: staff.id,
      dismissedUser: dismissed.id,
      moderatorUser: moderator.id,
      buyerUser: buyer.id,
      buyerCustomer: buyer.customer,
      buyerOrder: buyerPaid.order_id,
      buyerNumber: buyerPaid.order_number,
      buyerEmail: buyer.email,
      buyerCheckout: buyerOpen.session_id,
      buyerPaidCheckout: buyerPaid.checkout_session_id,
      guestCheckout: guestOpen.session_id,
      guestSession,
      strangerUser: stranger.id,
      strangerCustomer: stranger.customer,
      strangerEmail: stranger.email,
      unused: randomUUID(),
      someEmail: `some-${randomUUID()}@example.test`,
      publishable: backend.publishableKey,
      buyerToken: buyer.token,
      ...forgedPapers(backend.publishableKey, victim.id, staff.id, buyer.token),
    },
    secrets: [
      victimGuest.headers?.['x-session-id'] ?? '',
      victimOpen.session_id,
      guestOrder.session_id,
      victimPaid.checkout_session_id,
      guestReceipt.order_number,
      victimPaid.order_number,
      victim.email,
      guestEmail,
      staff.email,
      dismissed.email,
      letter,
      hiddenName,
      ...declared.flatMap(({ secrets = [] }) => secrets),
      token?.token ?? '',
      ...hashes.map((row) => row.token_hash),
      backend.secretKey,
      victim.token,
      staff.token,
      victim.refresh,
      staff.refresh,
      'kept/picture.webp',
    ].filter((text) => text !== ''),
    own: {
      users: [buyer.id, stranger.id],
      customers: [buyer.customer, stranger.customer],
      sessions: [guestSession],
      checkouts: [guestOpen.session_id, buyerOpen.session_id],
    },
    staff: [staff.id, moderator.id, dismissed.id],
  }
}
