import { randomBytes, randomUUID } from 'node:crypto'
import type { Attacker } from '../../supabase/tests/declaration/attack'
import { roles, type Role } from '../../supabase/tests/declaration/rights'
import type { ShopFixtures } from '../../supabase/tests/declaration/table'
import { tables } from '../../supabase/tests/tables'
import { addToCart, complete, readyToPay, stockProduct } from '../../supabase/tests/checkout-steps'
import { guest } from '../../supabase/tests/visitor-fixtures'
import { createAccount, type Account, type BackendAccess } from './accounts'
import { forgedTokens } from './forged-tokens'

/** A shop with buyers, orders, staff and secrets, and those who attack it. */
export interface AttackedShop {
  backend: BackendAccess
  /** Origin of the web server; null where the backend is attacked alone. */
  web: string | null
  /** The public address of the shop; links in its emails lead there. */
  siteUrl: string
  /** Headers each attacker sends by nature. */
  headers: Record<Attacker, Record<string, string>>
  /** What texts of attacks may name as `@name@`: ids, which attackers are taken to know, and forged tokens. */
  facts: Record<string, string>
  /** Texts that belong to others and must never come back. */
  secrets: string[]
  /** Ids of the rows that attackers own, by kind. */
  own: { users: string[]; customers: string[]; sessions: string[]; checkouts: string[] }
  /** Ids of the accounts of staff. */
  staff: string[]
}

/** Whether an attacker has one of the roles of staff. */
export function isStaff(by: Attacker | undefined): boolean {
  return roles.some((role) => role === by)
}

/** Creates an account of staff. @param name the first name in the list of staff */
async function createStaff(backend: BackendAccess, role: Role, name: string): Promise<Account> {
  const member = await createAccount(backend, role)
  await backend.sql`insert into admin_users (user_id, first_name, role) values (${member.id}, ${name}, ${role})`
  return member
}

/** Fills a backend with those who are attacked and those who attack. @param siteUrl the shop's public address */
export async function fillShop(
  backend: BackendAccess,
  siteUrl: string,
  web: string | null = null,
): Promise<AttackedShop> {
  const { sql } = backend
  const product = await stockProduct(sql, 20, 1000)
  const hidden = await stockProduct(sql, 30, 10)
  const hiddenName = `hidden-${randomBytes(6).toString('hex')}`
  await sql`update products set is_active = false, name = ${hiddenName} where id = ${hidden}`
  const victim = await createAccount(backend, 'victim')
  const buyer = await createAccount(backend, 'buyer')
  const stranger = await createAccount(backend, 'stranger')
  // An attacker of each role, and two that are attacked.
  const staff = await createStaff(backend, 'super_admin', 'Rowan')
  const dismissed = await createStaff(backend, 'super_admin', 'Gone')
  await sql`update admin_users set is_active = false where user_id = ${dismissed.id}`
  const moderator = await createStaff(backend, 'moderator', 'Mo')
  const admin = await createStaff(backend, 'admin', 'Ada')
  const superAdmin = await createStaff(backend, 'super_admin', 'Su')

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
  const message = `message-${randomBytes(8).toString('hex')}`
  await sql`insert into contact_messages (name, email, subject, message) values ('Victim', ${victim.email}, 'Private', ${message + ' is private'})`
  const cast: ShopFixtures = {
    product,
    victim,
    buyer,
    stranger,
    victimOrder: victimPaid.order_id,
    victimCheckout: victimOpen.session_id,
    guestCheckout: guestOrder.session_id,
  }
  const declared = Object.values(tables).map(({ attack }) => attack)
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
    web,
    siteUrl,
    headers: {
      keyless: {},
      guest: { apikey: backend.publishableKey, 'x-session-id': guestSession },
      buyer: signedIn(buyer),
      stranger: signedIn(stranger),
      moderator: signedIn(moderator),
      admin: signedIn(admin),
      super_admin: signedIn(superAdmin),
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
      ...forgedTokens(backend.publishableKey, victim.id, staff.id, buyer.token),
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
      message,
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
    staff: [staff, dismissed, moderator, admin, superAdmin].map(({ id }) => id),
  }
}
