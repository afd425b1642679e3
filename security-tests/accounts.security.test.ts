import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { asJson } from '../supabase/tests/declaration/attack'
import { isDeep, sampled } from '@shop/testing/sample'
import { createAccount, password } from './shop/accounts'
import { ask, field, shown } from './shop/ask'
import { emailsTo, purchase, sessionOf } from './shop/purchase'
import { test, type RunningShop } from './shop/running-shop'
import { loopback, type Call } from './shop/send'

const post = (path: string, body: unknown, more: Partial<Call> = {}): Call => ({
  by: 'guest',
  method: 'POST',
  path: `/auth/v1/${path}`,
  body: JSON.stringify(body),
  headers: asJson,
  ...more,
})

/** A paid order of a guest. @returns the guest's email address */
async function guestOrder(shop: RunningShop): Promise<string> {
  const email = `victim-${randomUUID()}@example.test`
  const buyer = purchase(shop)
  await buyer.add(shop.facts.product ?? '', 1)
  await buyer.complete(sessionOf(await buyer.start({ email })))
  return email
}

/** Whether an account has the address confirmed, and orders of it. */
async function taken({ backend: { sql } }: RunningShop, email: string): Promise<unknown> {
  const [row] = await sql`
    select exists (select from auth.users where email = ${email} and email_confirmed_at is not null) as address,
      exists (select from orders where email = ${email} and user_id is not null) as orders`
  return row
}

/** Follows every link and enters every code of the emails to an address, as the owner of the mailbox can. */
async function followEmails(shop: RunningShop, mailbox: string, type: string): Promise<void> {
  for (const { text } of await emailsTo(shop, mailbox)) {
    for (const [, token] of text.matchAll(/\/auth\/link#token_hash=(\w+)/g))
      await ask(shop, post('verify', { type, token_hash: token }))
    const code = /code:\s*(\d{6})/.exec(text)?.[1]
    if (code) await ask(shop, post('verify', { type, email: mailbox, token: code }))
  }
}

test('an email address and its orders can be claimed through its own mailbox alone', async ({ shop }) => {
  const victim = await guestOrder(shop)
  const attacker = await createAccount(shop.backend, 'mover')
  const headers = { ...asJson, authorization: `Bearer ${attacker.token}` }
  await ask(shop, post('user', { email: victim, current_password: password }, { method: 'PUT', headers }))
  await followEmails(shop, attacker.email, 'email_change')
  expect(await taken(shop, victim)).toEqual({ address: false, orders: false })
})

test.for(['otp', 'magiclink'])('%s, which the shop does not use, is rejected', async (path, { shop }) => {
  const email = await guestOrder(shop)
  for (const more of [{ create_user: true }, {}, { create_user: true, data: { first_name: 'x' } }])
    expect((await ask(shop, post(path, { email, ...more }))).status).toBeGreaterThanOrEqual(400)
  expect(await taken(shop, email)).toEqual({ address: false, orders: false })
})

const signIn = (email: string, secret: string, more: Partial<Call> = {}): Call =>
  post('token?grant_type=password', { email, password: secret }, more)

const spellings = [
  '/auth/v1/%74oken',
  '/auth/v1/toke%6e',
  '/auth/v1/%74%6f%6b%65%6e',
  '/%61uth/v1/token',
  '/auth/v1//token',
  '/auth/v1/./token',
  '/auth/v1/x/../token',
  '/auth/v1/token/',
  '/AUTH/v1/token',
  '/auth/v1/token%2f',
].map((name) => ({ name }))

test('another spelling of a path passes no limit of sign-ins', async ({ shop }) => {
  const victim = await createAccount(shop.backend, 'encoded')
  const from = loopback(0x34_0001)
  for (let index = 0; index < 12; index += 1) await ask(shop, signIn(victim.email, 'wrong', { from }))
  for (const { name: path } of sampled(spellings, 0.5)) {
    for (const way of ['backend', 'proxy'] as const) {
      const call = signIn(victim.email, password, { from, way, path: `${path}?grant_type=password` })
      const reply = await ask(shop, call)
      expect.soft(field(reply, 'access_token'), shown(call, reply)).toBe('')
    }
  }
})

// Each takes a tenth of a second, for its hash.
test.runIf(isDeep)('sixty sign-ups from one address are limited', async ({ shop }) => {
  const from = loopback(0x34_0003)
  const statuses: number[] = []
  while (statuses.length < 60 && !statuses.includes(429)) {
    const email = `many-${randomUUID()}@example.test`
    statuses.push((await ask(shop, post('signup', { email, password }, { from }))).status)
  }
  expect(statuses).toContain(429)
})
