import { parseSettings, type Settings } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tradingGaps } from './trading-readiness'
import { callAs } from '../../supabase/tests/office-steps'
import { testDatabase } from '../../supabase/tests/test-database'
import { rejection, signUp, signUpStaff, type Visitor } from '../../supabase/tests/visitor-fixtures'

interface List {
  dismissed: boolean
  items: { key: string; done: boolean }[]
}

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const list = (by = staff): Promise<List> => callAs(sql, by, 'setup_checklist', {})
const keys = async (by: Visitor) => (await list(by)).items.map(({ key }) => key)
const isDone = async (key: string) => (await list()).items.find((item) => item.key === key)?.done
const set = (key: string, value: unknown) => sql`
  insert into shop_settings (key, value) values (${key}, ${JSON.stringify(value)}::text::jsonb)
  on conflict (key) do update set value = excluded.value`

test('each role sees what it can do something about', async () => {
  expect(await keys(staff)).toEqual(['business', 'product', 'shipping', 'payment', 'email', 'legal'])
  expect(await keys(await signUpStaff(sql, 'admin'))).toEqual([
    'business',
    'product',
    'shipping',
    'email',
    'legal',
  ])
  expect(await keys(await signUpStaff(sql, 'moderator'))).toEqual([])
  expect(await rejection(list(await signUp(sql)))).toMatchObject({ code: 'PT403' })
})

const own = {
  name: 'Moss Ltd',
  address: '5 Moss Row, Bath BA1 1AA',
  email: 'care@moss.co.uk',
  vatNumber: 'GB 123 4567 82',
}

test('the facts of the business are judged as before trading', async () => {
  const of = (good: string, example: string) =>
    fc.constantFrom(good, example, '', ' ', ` ${good}`, good.toUpperCase())
  const deployment = {
    siteUrl: 'https://moss.co.uk',
    smtp: {
      host: 'mail.moss.co.uk',
      port: 465,
      secure: true,
      requireTLS: false,
      from: { name: 'Moss', address: 'care@moss.co.uk' },
    },
    stripe: { key: 'sk_live_x', webhookSecret: 'whsec_x' },
    external: { url: 'https://project.supabase.co', key: 'k', secretKey: 's' },
  }
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        name: of(own.name, testSettings.business.name),
        address: of(own.address, testSettings.business.address),
        email: fc.oneof(
          of(own.email, testSettings.business.email),
          fc.constantFrom(
            'care@example.com',
            'a@shop.test',
            'care@example.org ',
            'care@testing.co.uk',
            'localhost',
          ),
        ),
        vatNumber: fc.constantFrom(own.vatNumber, 'GB123456782012', 'gbgd123', 'GBHA999', '', ' '),
      }),
      async (business) => {
        await sql`delete from shop_settings where key like 'business.%'`
        for (const [key, value] of Object.entries(business))
          if (key !== 'name' || value !== '') await set(`business.${key}`, value)
        const rows = await sql<{ key: string; value: unknown }[]>`select key, value from shop_settings`
        const settings: Settings = {
          ...testSettings,
          business: parseSettings(rows).business,
          payment: { provider: 'stripe' },
        }
        expect(await isDone('business')).toBe(tradingGaps(settings, deployment).length === 0)
      },
    ),
    { numRuns: 60 },
  )
})

test('a new shop has none of its own facts', async () => {
  await sql`delete from shop_settings where key like 'business.%'`
  expect(await isDone('business')).toBe(false)
  expect(await isDone('legal')).toBe(false)
})

test('payment is done with a provider that takes money', async () => {
  await set('payment.provider', 'simulated')
  expect(await isDone('payment')).toBe(false)
  await set('payment.provider', 'stripe')
  expect(await isDone('payment')).toBe(true)
  await sql`delete from shop_settings where key = 'payment.provider'`
  expect(await isDone('payment')).toBe(false)
})

test('legal pages need the seller, and pages without samples', async () => {
  for (const [key, value] of Object.entries(own)) await set(`business.${key}`, value)
  expect(await isDone('legal')).toBe(true)
  await set('reviews.placeholder', true)
  expect(await isDone('legal')).toBe(false)
  await set('reviews.placeholder', false)
  await set('tracking.mode', 'demo')
  expect(await isDone('legal')).toBe(false)
  await set('tracking.mode', 'live')
  expect(await isDone('legal')).toBe(true)
})

test('delivery, email and a product with a picture tick themselves', async () => {
  expect(await isDone('shipping')).toBe(true)
  await sql`update shipping_methods set is_active = false`
  expect(await isDone('shipping')).toBe(false)
  await sql`update shipping_methods set is_active = true`
  await sql`update shipping_zones set is_active = false`
  expect(await isDone('shipping')).toBe(false)
  await sql`update shipping_zones set is_active = true`

  await sql`update products set is_active = false`
  expect(await isDone('product')).toBe(false)
  await sql`update products set is_active = true, images = '{}' where slug = 'riva-pebble'`
  expect(await isDone('product')).toBe(false)
  await sql`update products set is_active = true where slug = 'moss-balm'`
  expect(await isDone('product')).toBe(true)

  expect(await isDone('email')).toBe(false)
  await sql`insert into email_outbox (kind, recipient, subject) values ('order_status', 'a@b.test', 'On its way')`
  expect(await isDone('email')).toBe(false)
  await sql`update email_outbox set status = 'sent', sent_at = now()`
  expect(await isDone('email')).toBe(true)
})

test('a dismissed list stays hidden for the member, not for others', async () => {
  const other = await signUpStaff(sql)
  const dismiss = (p_dismissed: boolean) => callAs(sql, other, 'dismiss_setup', { p_dismissed })
  await dismiss(true)
  await dismiss(true)
  expect((await list(other)).dismissed).toBe(true)
  expect((await list()).dismissed).toBe(false)
  await dismiss(false)
  expect((await list(other)).dismissed).toBe(false)
})
