import { expect, test } from 'vitest'
import { callAs } from '../../../../supabase/tests/office-steps'
import { refundFixtures } from '../../../../supabase/tests/refund-fixtures'
import { testDatabase } from '../../../../supabase/tests/test-database'
import { rejection, signUp, signUpStaff } from '../../../../supabase/tests/visitor-fixtures'
import { customerFile } from '../../people/customers/customer-file'
import { openCsv } from '../../kit/csv/csv-lines'
import { csvHead, csvRows } from '../../kit/csv/csv-writer'
import type { ExportKind } from '../../kit/csv/export-rows'
import { spreadsheetCell } from '../../kit/csv/spreadsheet-cell'
import { lineFile, orderFile } from './order-files'
import * as v from 'valibot'

// Many orders are copies, which have no payment.
const sql = await testDatabase({ faults: 'unchecked' })
const staff = await signUpStaff(sql, 'admin')
const { buy, refund } = refundFixtures(sql, staff)

interface Page {
  rows: unknown[]
  next: string | null
}

const start = (p_kind: string, p_filter: object = {}, by = staff): Promise<string> =>
  callAs(sql, by, 'start_export', { p_kind, p_filter })
const rowsOf = (p_export: string, p_after: string | null = null, by = staff): Promise<Page> =>
  callAs(sql, by, 'export_rows', { p_export, p_after })

/** What an export's file says, as our reader and a spreadsheet read it: the cells of each row by their headings. */
async function fileOf<Row>({ kind, schema, columns }: ExportKind<Row>, filter: object = {}) {
  const id = await start(kind, filter)
  const parts = [csvHead(columns.map(({ heading }) => heading))]
  let after: string | null = null
  do {
    const page: Page = await rowsOf(id, after)
    parts.push(csvRows(columns, v.parse(v.array(schema), page.rows)))
    after = page.next
  } while (after)
  const file = await openCsv(new File(parts, 'export.csv'))
  const read: Record<string, string | undefined>[] = []
  for await (const lines of file.lines())
    for (const { cells } of lines)
      read.push(
        Object.fromEntries(
          file.headings.map((heading, place) => [heading, spreadsheetCell(cells[place] ?? '', false).text]),
        ),
      )
  return read
}

const pence = (cell: string | undefined) => {
  expect(cell).toMatch(/^\d+\.\d\d$/)
  return Math.round(Number(cell) * 100)
}
const sum = (rows: readonly Record<string, string | undefined>[], heading: string) =>
  rows.reduce((total, row) => total + pence(row[heading]), 0)

// Half past midnight in London, when it is still the day before in UTC.
const summer = '2001-06-09T23:30:00Z'
const june = { from: '2001-06-10', to: '2001-06-10' }

const bought = await buy({
  lines: [
    [10, 2],
    [33.33, 3],
    [0.5, 1],
  ],
  percent: 15,
  cardPence: 2000,
})
await sql`update orders set created_at = ${summer}, paid_at = ${summer}, vat_rate = 0.175,
  billing_address = jsonb_build_object('first_name', '=HYPERLINK("x")', 'last_name', '"Quote", Ltd' || chr(10) || 'and line')
  where id = ${bought.id}`
await refund(bought, { lines: [{ line: 1, quantity: 1 }], delivery: 1 })
await sql`update refunds set settled_at = '2001-06-20T12:00:00Z' where order_id = ${bought.id}`
await refund(bought, { amount: 2.5 })
await sql`update refunds set settled_at = '2001-10-28T23:30:00Z' where order_id = ${bought.id} and amount = 2.5`

test('a file of orders has what an accountant needs, and is read as it was written', async () => {
  const [row, ...others] = await fileOf(orderFile, june)
  expect(others).toEqual([])
  const [order] = await sql<{ total: string; tax_amount: string; order_number: string }[]>`
    select total, tax_amount, order_number from orders where id = ${bought.id}`
  expect(row).toMatchObject({
    'Order number': order?.order_number,
    'Order date': '2001-06-10',
    'Order time': '00:30:00',
    'Payment date': '2001-06-10',
    'Payment method': 'Gift card and card',
    'Payment provider': 'Simulated',
    'Customer name': '=HYPERLINK("x") "Quote", Ltd\nand line',
    Items: '6',
    'VAT rate (percent)': '17.5',
    'VAT (pounds)': order?.tax_amount,
    'Total (pounds)': order?.total,
    'Paid by gift card (pounds)': '20.00',
  })
  expect(row?.['Refunds by date (pounds)']).toMatch(/^2001-06-20: \d+\.\d\d; 2001-10-28: 2\.50$/)
  const cell = (heading: string) => pence(row?.[`${heading} (pounds)`])
  expect(cell('Goods before discount, without VAT') - cell('Discount, without VAT')).toBe(
    cell('Goods, without VAT'),
  )
  expect(cell('Goods, without VAT') + cell('VAT') + cell('Delivery')).toBe(cell('Total'))
  expect(cell('Paid by gift card') + cell('Paid by card')).toBe(cell('Total'))
})

test('the lines of an order add up to it, to the penny', async () => {
  const [order] = await fileOf(orderFile, june)
  const lines = await fileOf(lineFile, june)
  expect(lines.map(({ Line }) => Line)).toEqual(['1', '2', '3'])
  expect(lines.map((line) => line['Quantity refunded'])).toEqual(['0', '1', '0'])
  expect(sum(lines, 'Net (pounds)')).toBe(pence(order?.['Goods, without VAT (pounds)']))
  expect(sum(lines, 'VAT (pounds)')).toBe(pence(order?.['VAT (pounds)']))
  expect(sum(lines, 'Discount, without VAT (pounds)')).toBe(pence(order?.['Discount, without VAT (pounds)']))
  for (const line of lines)
    expect(pence(line['Net (pounds)']) + pence(line['VAT (pounds)'])).toBe(pence(line['Gross (pounds)']))
})

test('the takings of the same days are the sums of the file', async () => {
  const orders = await fileOf(orderFile, june)
  const found = await callAs<{ sales: { net: number; tax: number; delivery: number; total: number } }>(
    sql,
    staff,
    'office_takings',
    { p_from: june.from, p_to: june.to },
  )
  const inPence = (pounds: number) => Math.round(pounds * 100)
  expect(inPence(found.sales.total)).toBe(sum(orders, 'Total (pounds)'))
  expect(inPence(found.sales.net)).toBe(sum(orders, 'Goods, without VAT (pounds)'))
  expect(inPence(found.sales.tax)).toBe(sum(orders, 'VAT (pounds)'))
  expect(inPence(found.sales.delivery)).toBe(sum(orders, 'Delivery (pounds)'))
})

test('many orders come page by page, each once, also those of one moment; a search as many as the list shows', async () => {
  await sql`insert into checkout_sessions select copy.* from checkout_sessions as session
    join orders on orders.checkout_session_id = session.session_id and orders.id = ${bought.id}
    cross join generate_series(1, 1250) as number
    cross join lateral jsonb_populate_record(session, jsonb_build_object('id', gen_random_uuid(), 'session_id', 'cs_' || md5(number::text))) as copy`
  await sql`insert into orders select copy.* from orders as original
    cross join generate_series(1, 1250) as number
    cross join lateral jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'checkout_session_id', 'cs_' || md5(number::text),
      'order_number', 'AM20020101-' || lpad(number::text, 4, '0'), 'email', 'many@example.test',
      'created_at', '2002-01-01T12:00:00Z'::timestamptz + (number / 600) * interval '1 day')) as copy
    where original.id = ${bought.id}`
  const year = { from: '2002-01-01', to: '2002-12-31' }
  const numbers = (await fileOf(orderFile, year)).map((row) => row['Order number'])
  expect(numbers).toHaveLength(1250)
  expect(new Set(numbers).size).toBe(1250)
  expect(await fileOf(lineFile, year)).toHaveLength(3750)
  expect(await fileOf(orderFile, { ...year, from: '2002-01-03' })).toHaveLength(51)
  expect(await fileOf(orderFile, { q: 'many@example.test' })).toHaveLength(1000)
  expect(await fileOf(orderFile, { payment: 'failed' })).toEqual([])
})

test('customers of a search are in their file', async () => {
  const email = (await signUp(sql)).user?.email ?? ''
  await sql`update customers set first_name = '+44', phone = '020 7946 0018', total_spent = 12.5 where email = ${email}`
  expect(await fileOf(customerFile, { q: email })).toMatchObject([
    {
      Email: email,
      'First name': '+44',
      Phone: '020 7946 0018',
      'Total spent (pounds)': '12.50',
      Orders: '0',
    },
  ])
})

test('an export is logged with its filter, and its rows are for whoever began it, for a day', async () => {
  const id = await start('order_lines', { ...june, payment: '' })
  const [entry] = await sql`select table_name, action, actor, after from audit_log where row_id = ${id}`
  expect(entry).toEqual({
    table_name: 'orders',
    action: 'export',
    actor: staff.user?.id,
    after: { kind: 'order_lines', filter: june },
  })
  const [shown] = (
    await callAs<{ rows: { action: string; subject: string; row_id: string }[] }>(
      sql,
      staff,
      'office_audit',
      {},
    )
  ).rows
  expect(shown).toMatchObject({ action: 'export', subject: 'orders', row_id: id })
  const other = await signUpStaff(sql)
  expect(await rejection(rowsOf(id, null, other))).toMatchObject({ code: 'PT404' })
  await sql`update audit_log set created_at = now() - interval '25 hours' where row_id = ${id}`
  expect(await rejection(rowsOf(id))).toMatchObject({ code: 'PT404', hint: 'export_not_found' })
})

test.each([
  ['refunds', {}, 'kind'],
  ['orders', { payment: 'gone' }, 'payment'],
  ['customers', { q: 'x'.repeat(201) }, 'filter'],
])('an export that is not one of these is rejected: %s', async (kind, filter, hint) => {
  expect(await rejection(start(kind, filter))).toMatchObject({ code: 'PT422', hint })
})

test('a moderator, who handles orders and customers, takes none of them out of the shop', async () => {
  const moderator = await signUpStaff(sql, 'moderator')
  for (const kind of ['orders', 'order_lines', 'customers'])
    expect(await rejection(start(kind, {}, moderator))).toMatchObject({ code: 'PT403' })
  const id = await start('orders')
  expect(await rejection(rowsOf(id, null, moderator))).toMatchObject({ code: 'PT403' })
})
