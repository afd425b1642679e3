// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { openPart } from '../../testing'
import { Edits } from './edits'

const item = {
  product_id: 'p1',
  variant_id: null,
  name: 'Robe',
  variant_name: 'M',
  sku: 'R-M',
  quantity: 2,
  unit_price: 7.9,
  total_price: 15.8,
}
const now = {
  items: [item],
  shipping_address: {
    first_name: 'Ada',
    last_name: 'Guest',
    address_line_1: '1 High Street',
    address_line_2: null,
    city: 'London',
    state: null,
    postal_code: 'SW1A 1AA',
    phone: null,
  },
  subtotal: 15.8,
  discount_amount: 0,
  promotion_code: null,
  tax_amount: 3.16,
  shipping_amount: 4.99,
  total: 23.95,
}
const withPieces = (quantity: number) => ({
  ...now,
  items: [{ ...item, quantity, total_price: 7.9 * quantity }],
  subtotal: 7.9 * quantity,
  tax_amount: 1.58 * quantity,
  total: 4.99 + 9.48 * quantity,
})
const order = {
  order_number: 'AM20261101-0001',
  currency: 'GBP',
  version: '2026-11-01T10:00:00.123456+00:00',
  gift_card_hint: null,
  now,
  rejected: null as string | null,
  takes_difference: true,
  takes_payment: true,
  edits: [] as object[],
}
const waiting = {
  id: 'e1',
  state: 'waiting',
  before: now,
  after: withPieces(3),
  difference: 9.48,
  reason: 'Wish',
  actor: 'Rowan',
  created_at: '2026-11-01T10:00:00Z',
  expires_at: '2026-11-03T10:00:00Z',
  link: `cs_${'a'.repeat(64)}`,
}

let fake: FakeSupabase
let shown: typeof order
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  shown = order
  fake = fakeSupabase({
    rpc: {
      order_edits: () => shown,
      preview_order_edit: (given) => {
        const { p_lines: lines } = given as { p_lines: { quantity: number }[] }
        const difference = 9.48 * ((lines[0]?.quantity ?? 0) - 2)
        return {
          after: withPieces(lines[0]?.quantity ?? 0),
          difference: Math.round(difference * 100) / 100,
          card_back: Math.max(0, Math.round(-difference * 100) / 100),
          gift_card_back: 0,
          promotion_lost: false,
          new_delivery_price: false,
        }
      },
      edit_order: () => ({ state: 'applied' }),
      settle_order_edit: () => ({ state: 'withdrawn' }),
    },
  })
  fake.addStaff()
})

const show = () => openPart(<Edits orderId="o1" />)
const sent = (name: string) =>
  JSON.parse(fake.sent(`POST /rest/v1/rpc/${name}`).at(-1)?.body ?? '{}') as unknown
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

/** Opens the dialog with another number of pieces and a reason. */
async function choose(pieces: string) {
  show()
  await press('Edit order…')
  fireEvent.change(await screen.findByLabelText('Pieces'), { target: { value: pieces } })
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Wish' } })
}

test('fewer pieces show what goes back, and save with the version and the difference that were seen', async () => {
  await choose('1')
  expect(await screen.findByText('£9.48 goes back to the card that paid.')).toBeVisible()
  await press('Refund £9.48 and Save')
  expect(await screen.findByText('The order has been changed, and the customer gets an email.')).toBeVisible()
  expect(sent('edit_order')).toMatchObject({
    p_version: order.version,
    p_difference: -9.48,
    p_lines: [{ line: 0, quantity: 1 }],
    p_reason: 'Wish',
    p_take_payment: false,
  })
})

test.each([
  ['Send Payment Link', false],
  ['Take Payment', true],
])('more pieces are paid by: %s', async (name, takesPayment) => {
  await choose('3')
  expect(await screen.findByText('To pay')).toBeVisible()
  await press(name)
  await waitFor(() =>
    expect(sent('edit_order')).toMatchObject({ p_difference: 9.48, p_take_payment: takesPayment }),
  )
})

test('an order that a colleague changed meanwhile is not saved, and staff are told', async () => {
  fake.responses['POST /rest/v1/rpc/edit_order'] = () =>
    rejection(409, 'PT409', 'The order has been changed meanwhile. Nothing was saved.', {
      hint: 'changed_meanwhile',
    })
  await choose('1')
  await press('Refund £9.48 and Save')
  expect(await screen.findByText('The order has changed')).toBeVisible()
})

test('an edit that waits shows its link and can be withdrawn', async () => {
  shown = { ...order, edits: [waiting] }
  show()
  expect(await screen.findByText('3 × Robe, M instead of 2')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit order…' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Copy Link' })).toBeVisible()
  await press('Withdraw')
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this change?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sent('settle_order_edit')).toEqual({ p_id: 'e1', p_take_payment: false }))
})

test('an order that was sent says why it can no longer be edited', async () => {
  shown = { ...order, rejected: 'This order has been sent. What comes back is a return.' }
  show()
  expect(await screen.findByText(/This order has been sent/)).toBeVisible()
})
