// @vitest-environment happy-dom
import { fakeSupabase, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './returns-page'

const line = {
  line: 0,
  name: 'Hours Silk Robe',
  variant_name: 'M',
  quantity: 2,
  reason: 'changed_mind',
  comment: 'Too long',
  sealed: false,
  decision: null as string | null,
  received: null as number | null,
  condition: null as string | null,
  restock: null as boolean | null,
}
const asked = {
  waiting: null as object | null,
  id: '7b7a9f3e-1111-4000-8000-000000000001',
  state: 'requested',
  note: '',
  order_id: '7b7a9f3e-1111-4000-8000-000000000002',
  order_number: 'AM20261101-0001',
  email: 'ada@example.test',
  created_at: '2026-11-05T10:00:00Z',
  delivered_at: '2026-11-03T10:00:00Z',
  lines: [line],
}
const balm = {
  product_id: 'p9',
  variant_id: 'v9',
  slug: 'moss-balm',
  name: 'Moss Balm',
  options: [{ name: 'Size', value: '50 ml' }],
  sku: 'AM-BOD-003',
  barcode: null,
  price: 20,
  image: null,
  stock: 3,
  low_stock_threshold: 1,
  track_inventory: true,
  is_active: true,
}

let fake: FakeSupabase
let row: typeof asked
let bought: object[]
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  row = asked
  bought = []
  fake = fakeSupabase({
    rpc: {
      office_returns: () => ({ rows: [row], total: 1, exact: true, page: 1, pages: 1 }),
      decide_return: () => 'approved',
      receive_return: () => null,
      refund_return: () => ({ id: 'r', state: 'succeeded' }),
      quote_refund: () => ({ amount: 42.89, card_amount: 32.89, gift_card_amount: 10, tax_amount: 6.32 }),
      refunds_of: () => ({
        order_number: row.order_number,
        currency: 'GBP',
        status: 'delivered',
        payment_status: 'succeeded',
        marked_refunded: false,
        total: 42.89,
        refunded_amount: 0,
        gift_card_hint: 'W4M0',
        left: { card: 32.89, gift_card: 10, goods: 37.9, delivery: 4.99 },
        lines: bought,
        refunds: [],
      }),
    },
  })
  fake.addStaff()
})

const sent = (name: string) =>
  JSON.parse(fake.sent(`POST /rest/v1/rpc/${name}`).at(-1)?.body ?? '{}') as unknown
const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the inbox shows who sends back what, and why; a return that comes in is shown without a reload', async () => {
  open('/admin/returns')
  const text = (await screen.findByText('AM20261101-0001')).closest('tr')?.textContent
  expect(text).toContain('ada@example.test')
  expect(text).toContain('2 × Hours Silk Robe, M, changed their mind')
  screen.getByText('1 requested')
  row = { ...asked, order_number: 'AM20261101-0002' }
  await waitFor(() => expect(fake.realtime.followed().map(({ table }) => table)).toContain('returns'))
  fake.realtime.change('returns')
  await screen.findByText('AM20261101-0002')
})

test('a line is rejected only with a reason, which the customer reads', async () => {
  open('/admin/returns')
  await press('Decide: return for AM20261101-0001')
  const robe = within(await screen.findByRole('group', { name: 'Hours Silk Robe, M' }))
  robe.getByText('Seal broken')
  await userEvent.click(robe.getByRole('switch', { name: 'Approve' }))
  await press('Save decision')
  await screen.findByText('Say why it is rejected: the customer reads it.')
  fill(screen.getByLabelText('Note to the customer'), 'The seal was broken.')
  await press('Save decision')
  await screen.findByText('The customer has been told.')
  expect(sent('decide_return')).toEqual({
    p_id: asked.id,
    p_lines: [{ line: 0, approved: false }],
    p_note: 'The seal was broken.',
  })
})

test('what arrives is noted with its condition, and not as more than was to come', async () => {
  row = { ...asked, state: 'approved', lines: [{ ...line, decision: 'approved' }] }
  open('/admin/returns?state=approved')
  await press('Receive: return for AM20261101-0001')
  const arrived = await screen.findByLabelText('Arrived')
  fill(arrived, '3')
  await press('Save receipt')
  await screen.findByText('Enter at most 2.')
  fill(arrived, '1')
  await userEvent.selectOptions(screen.getByLabelText('Condition'), 'Damaged')
  await press('Save receipt')
  await screen.findByText('The return is noted as received.')
  expect(sent('receive_return')).toEqual({
    p_id: asked.id,
    p_lines: [{ line: 0, received: 1, condition: 'damaged', restock: false }],
  })
})

test('a dialog stays open with what was typed when its return leaves the list', async () => {
  open('/admin/returns')
  await press('Decide: return for AM20261101-0001')
  fill(await screen.findByLabelText('Note to the customer'), 'Please wrap it well.')
  fake.rpc.office_returns = () => ({ rows: [], total: 0, exact: true, page: 1, pages: 1 })
  await waitFor(() => expect(fake.realtime.followed().map(({ table }) => table)).toContain('returns'))
  fake.realtime.change('returns')
  await screen.findByText('No returns are requested')
  expect(screen.getByLabelText('Note to the customer')).toHaveValue('Please wrap it well.')
})

test('a part of an order that comes back is not refunded with the delivery, unless staff enter it', async () => {
  row = {
    ...asked,
    state: 'received',
    lines: [{ ...line, decision: 'approved', received: 1, condition: 'as_new', restock: true }],
  }
  bought = [{ line: 0, name: 'Robe', variant_name: 'M', sku: 'R', quantity: 2, refunded: 0, amount: 37.9 }]
  open('/admin/returns?state=received')
  await press('Refund: return for AM20261101-0001')
  expect(await screen.findByLabelText(/^Delivery/)).toHaveValue(null)
  await screen.findByText('£32.89')
  expect(sent('quote_refund')).toMatchObject({ p_delivery: 0 })
})

test('the refund says what goes to which means before it is sent', async () => {
  row = {
    ...asked,
    state: 'received',
    lines: [{ ...line, decision: 'approved', received: 2, condition: 'as_new', restock: true }],
  }
  open('/admin/returns?state=received')
  await press('Refund: return for AM20261101-0001')
  await screen.findByText('£32.89')
  screen.getByText('To the gift card ending W4M0')
  await press('Refund')
  await screen.findByText('The return has been refunded.')
  expect(sent('quote_refund')).toMatchObject({
    p_lines: [{ line: 0, quantity: 2, restock: true }],
    p_delivery: 4.99,
  })
  await waitFor(() => expect(sent('refund_return')).toMatchObject({ p_id: asked.id, p_delivery: 4.99 }))
  // Nothing is left that could be quoted.
  expect(fake.sent('POST /rest/v1/rpc/quote_refund')).toHaveLength(1)
})

/** A return that has arrived, and what it can be exchanged for. */
function toExchange(takesPayment: boolean) {
  row = {
    ...asked,
    state: 'received',
    lines: [{ ...line, decision: 'approved', received: 1, condition: 'as_new', restock: true }],
  }
  const choice = { product_id: 'p1', variant_id: 'v1', name: 'Hours Silk Robe', price: 70.15 }
  fake.rpc.quote_exchange = ({ p_lines: lines }) => ({
    currency: 'GBP',
    returned: 58.46,
    discount: 0,
    takes_payment: takesPayment,
    total: Array.isArray(lines) && lines.length > 0 ? 70.15 : 0,
    choices: [
      { ...choice, variant_name: 'L', available: 2 },
      { ...choice, variant_id: 'v2', variant_name: 'S', available: 0 },
    ],
  })
}

test('what came back is exchanged for another size, and the difference is shown before', async () => {
  toExchange(true)
  fake.rpc.exchange_return = () => ({ order_number: 'AM20261106-0007' })
  open('/admin/returns?state=received')
  await press('Exchange: return for AM20261101-0001')
  const large = within(await screen.findByRole('group', { name: 'Send Hours Silk Robe, L' }))
  large.getByText('£70.15 with VAT, 2 pieces in stock')
  expect(
    within(screen.getByRole('group', { name: 'Send Hours Silk Robe, S' })).getByLabelText('Pieces'),
  ).toBeDisabled()
  await press('Send replacement')
  await screen.findByText('Choose what replaces it.')
  fill(large.getByLabelText('Pieces'), '1')
  expect((await screen.findByText('Taken from the customer (simulated)')).closest('div')).toHaveTextContent(
    '£11.69',
  )
  await press('Send replacement')
  await screen.findByText('The replacement is order AM20261106-0007.')
  expect(sent('exchange_return')).toMatchObject({
    p_id: asked.id,
    p_lines: [{ product_id: 'p1', variant_id: 'v1', quantity: 1 }],
    p_expected_total: 70.15,
  })
})

test('what came back is exchanged for any other product', async () => {
  row = {
    ...asked,
    state: 'received',
    lines: [{ ...line, decision: 'approved', received: 1, condition: 'as_new', restock: true }],
  }
  fake.rpc.quote_exchange = ({ p_lines: lines }) => ({
    currency: 'GBP',
    returned: 58.46,
    discount: 0,
    takes_payment: true,
    total: Array.isArray(lines) && lines.length > 0 ? 40 : 0,
    choices: [],
  })
  fake.rpc.find_by_code = () => ({ units: [balm] })
  fake.rpc.exchange_return = () => ({ order_number: 'AM20261106-0008' })
  open('/admin/returns?state=received')
  await press('Exchange: return for AM20261101-0001')
  await screen.findByText('What came back is not sold any more. Choose what replaces it.')
  const search = screen.getByLabelText('Send another product')
  await userEvent.type(search, 'AM-BOD-003{Enter}')
  const added = within(await screen.findByRole('group', { name: 'Send Moss Balm, 50 ml' }))
  expect(added.getByLabelText('Pieces')).toHaveValue(1)
  await userEvent.type(search, 'AM-BOD-003{Enter}')
  await waitFor(() => expect(added.getByLabelText('Pieces')).toHaveValue(2))
  expect((await screen.findByText('Refunded to the means that paid')).closest('div')).toHaveTextContent(
    '£18.46',
  )
  await press('Send replacement')
  await screen.findByText('The replacement is order AM20261106-0008.')
  expect(sent('exchange_return')).toMatchObject({
    p_lines: [{ product_id: 'p9', variant_id: 'v9', quantity: 2 }],
    p_expected_total: 40,
  })
})

test('where staff take no payments, the customer gets a link for the difference, which staff copy or withdraw', async () => {
  toExchange(false)
  fake.rpc.exchange_return = () => {
    row = {
      ...row,
      waiting: { link: `cs_${'a'.repeat(64)}`, due: 11.69, expires_at: '2026-11-08T10:00:00Z' },
    }
    return { order_number: null }
  }
  fake.rpc.withdraw_exchange = () => {
    row = { ...row, waiting: null }
    return null
  }
  open('/admin/returns?state=received')
  await press('Exchange: return for AM20261101-0001')
  const large = within(await screen.findByRole('group', { name: 'Send Hours Silk Robe, L' }))
  fill(large.getByLabelText('Pieces'), '1')
  await screen.findByText('Paid by the customer by a link')
  await press('Send Payment Link')
  await screen.findByText(/The exchange waits for £11.69/)
  expect(screen.queryByRole('button', { name: 'Refund: return for AM20261101-0001' })).not.toBeInTheDocument()
  await press('Withdraw: exchange for AM20261101-0001')
  await press('Withdraw')
  await screen.findByRole('button', { name: 'Refund: return for AM20261101-0001' })
  expect(sent('withdraw_exchange')).toEqual({ p_id: asked.id })
})
