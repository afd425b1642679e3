// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './drafts-page'

const draft = {
  id: 'd1',
  number: 1001,
  state: 'open',
  author_name: 'Rowan Ashby',
  customer_id: null,
  email: 'ada@example.test',
  first_name: 'Ada',
  last_name: 'Guest',
  phone: null,
  shipping_address: { address_line_1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA' },
  billing_address: null,
  lines: [{ product_id: 'p1', variant_id: null, quantity: 2 }],
  shipping_method_id: 'm1',
  note: '',
  discount_percent: null,
  discount_pence: null,
  discount_reason: null,
  checkout_session_id: null as string | null,
  order_number: null as string | null,
  link_expires_at: null as string | null,
  link_total: null as number | null,
  version: 3,
  created_at: '2026-07-01T08:00:30Z',
}
const figures = {
  subtotal: 40,
  tax_amount: 8,
  shipping_amount: 4.99,
  total: 52.99,
  postcode_problem: null,
  methods: [{ id: 'm1', name: 'Express', price: 4.99 }],
  lines: [
    {
      product_id: 'p1',
      variant_id: null,
      quantity: 2,
      name: 'Stone',
      sku: 'AM-1',
      unit_price: 20,
      available: 5,
    },
  ],
}
const sentDraft = {
  ...draft,
  state: 'sent',
  version: 5,
  checkout_session_id: 'cs_1',
  link_expires_at: '2026-07-04T08:00:30Z',
  link_total: 52.99,
}

let fake: FakeSupabase
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase({
    rpc: {
      office_drafts: () => ({
        rows: [draft, { ...sentDraft, id: 'd2' }],
        total: 2,
        exact: true,
        page: 1,
        pages: 1,
      }),
      draft_order: () => draft,
      price_draft: () => figures,
      save_draft: () => ({ ...draft, version: 4 }),
      send_draft: () => sentDraft,
      take_draft_payment: () => ({ ...draft, state: 'paid', version: 6, order_number: 'AM20260701-0001' }),
    },
  })
  fake.addStaff()
})

const sent = (name: string) => JSON.parse(fake.sent(`POST /rest/v1/rpc/${name}`).at(-1)?.body ?? 'null')
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('the list shows what each draft is, and until when a link is open', async () => {
  open('/admin/drafts')
  const [row] = await screen.findAllByRole('link', { name: 'D1001' })
  within(row?.closest('tr') ?? document.body).getByText('Ada Guest')
  screen.getByText('2 drafts')
  screen.getByText('until 4 Jul 2026, 09:00')
})

test('a draft is saved and its payment link sent, with the total that was shown', async () => {
  open('/admin/drafts?draft=d1')
  await screen.findByText('£52.99')
  await press('Send Payment Link')
  expect(await screen.findByLabelText('Payment link')).toHaveValue(
    `${location.origin}/checkout/link?session=cs_1`,
  )
  expect(sent('save_draft')).toMatchObject({
    p_id: 'd1',
    p_version: 3,
    p_fields: { email: 'ada@example.test', lines: draft.lines, discount: null },
  })
  expect(sent('send_draft')).toEqual({
    p_id: 'd1',
    p_version: 4,
    p_expected_total: 52.99,
    p_days: 3,
    p_email: true,
  })
})

test('the payment is taken, and the order is a link', async () => {
  open('/admin/drafts?draft=d1')
  await press('Take Payment of £52.99')
  expect(await screen.findByRole('link', { name: 'AM20260701-0001' })).toBeVisible()
  expect(sent('take_draft_payment')).toEqual({ p_id: 'd1', p_version: 4, p_expected_total: 52.99 })
})

test('what the order still needs is named at its field, and the saved draft is not saved twice as a new one', async () => {
  fake.rpc.take_draft_payment = () =>
    rejection(422, 'PT422', 'address_line_1 is required', { hint: 'address_line_1' })
  open('/admin/drafts?draft=new')
  await press(/^Take Payment/)
  expect(await screen.findByText('Enter the address.')).toBeVisible()
  expect(sent('save_draft')).not.toHaveProperty('p_id')
  await press(/^Take Payment/)
  await waitFor(() => expect(sent('save_draft')).toMatchObject({ p_id: 'd1', p_version: 4 }))
})

test('a colleague’s change is shown beside mine', async () => {
  fake.rpc.save_draft = () =>
    rejection(409, 'PT409', 'Stale', {
      hint: 'stale_version',
      details: JSON.stringify({ ...draft, note: 'Theirs', version: 4 }),
    })
  open('/admin/drafts?draft=d1')
  await userEvent.type(await screen.findByLabelText(/Note/), 'Mine')
  await press('Save Draft')
  expect(await screen.findByText('Somebody else changed this')).toBeVisible()
})

test('who may not give discounts is offered none', async () => {
  fake.addStaff({ rights: ['orders', 'customers', 'messages'] })
  open('/admin/drafts?draft=new')
  await screen.findByText('No products yet.')
  expect(screen.queryByText('Discount')).not.toBeInTheDocument()
})
