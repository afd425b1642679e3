import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { callAs, saveProduct } from './office-steps'
import { testDatabase } from './test-database'
import { guest, signUpStaff } from './visitor-fixtures'

interface Found {
  kind: string
  id: string
  title: string
  detail: string
  score: number
}

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const moderator = await signUpStaff(sql, 'moderator')

const search = (text: string | null, as = staff): Promise<Found[]> =>
  callAs(sql, as, 'office_search', { p_text: text })
const titles = async (text: string, as = staff) => (await search(text, as)).map(({ title }) => title)

async function join(first: string, last: string, email: string) {
  await sql`insert into customers (first_name, last_name, email) values (${first}, ${last}, ${email})`
}

/** An order of a guest. @returns its number */
async function order(): Promise<string> {
  const buyer = guest()
  const checkout = await readyToPay(sql, buyer, await stockProduct(sql, 20, 3))
  await complete(sql, buyer, checkout.session_id)
  const [row] = await sql<{ order_number: string }[]>`
    select order_number from orders where checkout_session_id = ${checkout.session_id}`
  return row?.order_number ?? ''
}

test('an order is found by its number, by the start of it, and without its letters', async () => {
  const number = await order()
  expect(number).toMatch(/^AM\d{8}-\d{4}$/)
  expect((await search(number.toLowerCase()))[0]).toMatchObject({ kind: 'order', id: number, score: 0 })
  for (const text of ['AM', number.slice(0, 6), number.slice(0, 10), number.slice(0, 11), number.slice(2, 8)])
    expect(await titles(text), text).toContain(number)
  expect(await titles(`${number}0`)).not.toContain(number)
  expect(await titles('AM1999')).toEqual([])
})

test('an order is found by its last digits, as a customer reads them out', async () => {
  const number = await order()
  for (const text of [
    number.slice(-4),
    `#${number.slice(-4)}`,
    `-${number.slice(-4)}`,
    number.slice(-5).slice(1),
  ])
    expect((await search(text))[0], text).toMatchObject({ kind: 'order', id: number, score: 1 })
  expect(await titles(number.slice(-3))).not.toContain(number)
})

test('an order of a guest is found by their name and a part of their email', async () => {
  const number = await order()
  await sql`
    update orders set email = 'theodora@wexcombe.test',
      shipping_address = shipping_address || '{"first_name": "Theodora", "last_name": "Vance-Wex"}' where order_number = ${number}`
  for (const text of ['theodora', 'THEODORA VANCE', 'vance-wex', '@wexcombe', 'ra@wex'])
    expect(await titles(text), text).toContain(number)
  expect((await search('theodora vance'))[0]?.detail).toBe(
    'pending, Theodora Vance-Wex, theodora@wexcombe.test',
  )
  // An account is found as a customer.
  const [user] = await sql<{ id: string }[]>`select id from auth.users limit 1`
  await sql`update orders set user_id = ${user?.id ?? null} where order_number = ${number}`
  expect(await titles('theodora')).not.toContain(number)
})

test('promotions, gift cards and delivery zones are found by those who may see them', async () => {
  await sql`insert into promotions (code, kind, percent) values ('MONDAY10', 'percent', 10)`
  expect(await search('monday1')).toMatchObject([
    { kind: 'promotion', title: 'MONDAY10', detail: '10% off', score: 1 },
  ])
  expect((await search('DAY10'))[0]).toMatchObject({ kind: 'promotion', score: 2 })
  const [made] = await sql<{ hint: string }[]>`
    insert into gift_cards (code_hash, hint, initial_pence) values (${'a'.repeat(64)}, 'Q7Z0', 5000) returning hint`
  for (const text of ['q7z0', 'Q7ZO', 'AAAA-BBBB-CCCC-DDDD-Q7Z0'])
    expect((await search(text))[0], text).toMatchObject({
      kind: 'gift_card',
      title: `Gift card …${made?.hint ?? ''}`,
      detail: '£0.00 left, spent',
    })
  expect((await search('isle of m'))[0]).toMatchObject({ kind: 'zone', title: 'Isle of Man', score: 1 })
  for (const text of ['monday10', 'q7z0', 'isle of man'])
    expect(await search(text, moderator), text).toEqual([])
})

test('of many orders the newest are found first, six at most', async () => {
  const numbers: string[] = []
  for (let count = 0; count < 7; count += 1) numbers.push(await order())
  expect(await titles(numbers[0]?.slice(0, 10) ?? '')).toEqual(numbers.slice(1).reverse())
})

test('an order is found by the whole email of its buyer, without regard to capitals', async () => {
  const number = await order()
  const [row] = await sql<{ email: string }[]>`select email from orders where order_number = ${number}`
  const email = row?.email ?? ''
  expect(await titles(email.toUpperCase())).toContain(number)
})

test('a product is found by name, part of it, accents aside, and by the skus of its variants', async () => {
  const saved = await saveProduct(sql, staff, {
    fields: { name: 'Zéphyr Lantern', price: 20, sku: 'ZEP-1' },
  })
  for (const text of ['zephyr', 'ZÉPH', 'lantern', 'Zephyr  Lant', 'zep-1', 'ZEP', 'ze'])
    expect(await titles(text), text).toContain('Zéphyr Lantern')
  expect((await search('ZEP-1'))[0]).toMatchObject({
    kind: 'product',
    id: saved.id,
    score: 0,
    detail: 'ZEP-1',
  })
  expect(await titles('z%r')).not.toContain('Zéphyr Lantern')
  expect(await titles('zephyr_')).not.toContain('Zéphyr Lantern')
  // Of the demo catalogue.
  expect((await search('am-acc-008-m'))[0]).toMatchObject({ title: 'Hours Silk Robe', score: 0 })
})

test('the line of a product says that it is inactive, or archived, which comes last', async () => {
  const draft = (name: string) => ({ fields: { name, price: 5, is_active: false } })
  const kept = await saveProduct(sql, staff, draft('Quillwort Kept'))
  const gone = await saveProduct(sql, staff, draft('Quillwort Archived'))
  await callAs(sql, staff, 'archive_products', { p_ids: [gone.id], p_archived: true })
  expect(await search('quillwort')).toMatchObject([
    { id: kept.id, detail: 'inactive' },
    { id: gone.id, detail: 'archived' },
  ])
})

test('a customer is found by either name, both in any order, and email, the closest match first', async () => {
  await join('Ottilie', 'Marchbanks', 'otti@banks.test')
  await join('Hugo', 'Demarchb', 'hugo@lane.test')
  for (const text of ['ottilie', 'MARCHBANKS', 'marchbanks ottilie', 'otti@banks.test', 'tti@ban'])
    expect(await titles(text), text).toContain('Ottilie Marchbanks')
  expect(await titles('marchb')).toEqual(['Ottilie Marchbanks', 'Hugo Demarchb'])
  expect((await search('OTTI@banks.test'))[0]).toMatchObject({ kind: 'customer', score: 0 })
  await join('', '', 'nameless@lane.test')
  expect(await titles('nameless')).toEqual(['nameless@lane.test'])
})

test('exact matches come before matches at the start, and these before matches within', async () => {
  const fields = (name: string, sku: string) => ({ fields: { name, sku, price: 5 } })
  await saveProduct(sql, staff, fields('A part of brimble', 'X-91'))
  await saveProduct(sql, staff, fields('Brimble at the start', 'X-92'))
  await saveProduct(sql, staff, fields('By its sku', 'BRIMBLE'))
  await join('Brimble', 'Last', 'b@brimble-last.test')
  expect(await search('brimble')).toMatchObject([
    { title: 'By its sku', score: 0 },
    { title: 'Brimble at the start', score: 1 },
    { title: 'Brimble Last', score: 1 },
    { title: 'A part of brimble', score: 2 },
  ])
})

test('nothing is found for nothing; long, odd and malicious texts are only texts', async () => {
  for (const text of ['', '   ', null]) expect(await search(text)).toEqual([])
  for (const text of ['%', '_', "'", '"; drop table orders; --', '\\', '(', '\u{10ffff}', 'x'.repeat(10_000)])
    expect(Array.isArray(await search(text)), text).toBe(true)
  expect(await titles('%%%')).toEqual([])
})

test('a role without a right finds nothing of its kind', async () => {
  const number = await order()
  await join('Perpetua', 'Ashdown', 'perpetua@ashdown.test')
  expect(await titles(number, moderator)).toEqual([number])
  const [guard] = await sql<{ definition: string }[]>`
    select pg_get_functiondef('private.role_includes(text, text)'::regprocedure) as definition`
  // Both roles that lack a right to orders or customers are made, as none has less than a moderator.
  await sql`create or replace function private.role_includes(p_role text, p_right text) returns boolean language sql immutable
    set search_path = '' as $$ select p_role = 'super_admin' or p_right = 'messages' $$`
  try {
    expect(await titles(number, moderator)).toEqual([])
    expect(await titles('perpetua', moderator)).toEqual([])
    expect(await titles('silk robe', moderator)).toContain('Hours Silk Robe')
    expect(await titles('perpetua')).toEqual(['Perpetua Ashdown'])
  } finally {
    await sql.unsafe(guard?.definition ?? '')
  }
})
