// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'

const list = 'GET /rest/v1/returned_payments'
const payment = (id: number, changes: object = {}) => ({
  id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  reference: `pi_${String(id)}`,
  amount: 27.9,
  currency: 'GBP',
  reason: 'amount_differs',
  state: 'pending',
  last_error: null,
  created_at: '2026-01-05T12:30:00+00:00',
  ...changes,
})
const failed = payment(1, { state: 'failed', last_error: 'Charge is disputed.' })
let fake: FakeSupabase

beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase({ rpc: { retry_refund: () => null, pay_refund_otherwise: () => null } })
  fake.addStaff()
})

const notice = async () =>
  within(
    (await screen.findByRole('heading', { name: 'Payments without an order' })).closest('section') ??
      document.body,
  )

test('there is no notice while every payment made an order', async () => {
  fake.responses[list] = () => Response.json([])
  open('/admin/dashboard')
  await waitFor(() => expect(fake.sent(list)).toHaveLength(1))
  expect(screen.queryByText('Payments without an order')).not.toBeInTheDocument()
})

test('each payment is shown with its amount, why it goes back, and whether it has', async () => {
  fake.responses[list] = () =>
    Response.json([
      failed,
      payment(2, { reason: 'paid_twice' }),
      payment(3, { reason: 'no_order', state: 'succeeded', currency: 'USD' }),
    ])
  open('/admin/dashboard')
  const panel = await notice()
  panel.getByText('£27.90. It was not the amount of the checkout')
  panel.getByText('pi_1, 5 Jan, 12:30')
  panel.getByText('Charge is disputed.')
  panel.getByText('£27.90. The order had been paid already')
  panel.getByText('US$27.90. What was chosen had been sold out or had changed')
  for (const badge of ['Needs Attention', 'Not refunded', 'On its way back', 'Refunded'])
    panel.getByText(badge)
})

test('one that was not refunded is tried again, or settled with a note', async () => {
  fake.responses[list] = () => Response.json([failed])
  open('/admin/dashboard')
  await userEvent.click((await notice()).getByRole('button', { name: 'Retry £27.90' }))
  await screen.findByText('The refund is tried again.')
  expect(fake.sent('POST /rest/v1/rpc/retry_refund').map(({ body }) => JSON.parse(body))).toEqual([
    { p_id: failed.id },
  ])
  await userEvent.click((await notice()).getByRole('button', { name: 'Settle £27.90...' }))
  await userEvent.type(await screen.findByLabelText(/^Note/), 'Bank transfer 7')
  await userEvent.click(screen.getByRole('button', { name: 'Settle refund' }))
  await screen.findByText('The refund is settled.')
  expect(fake.sent('POST /rest/v1/rpc/pay_refund_otherwise').map(({ body }) => JSON.parse(body))).toEqual([
    { p_id: failed.id, p_note: 'Bank transfer 7' },
  ])
})

test('staff without the right to refund see the payment and move no money', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  fake.responses[list] = () => Response.json([failed])
  open('/admin/dashboard')
  const panel = await notice()
  panel.getByText('Not refunded')
  expect(panel.queryByRole('button')).not.toBeInTheDocument()
})

test('payments that cannot be read are asked for again', async () => {
  fake.responses[list] = () => rejection(400, 'XX000', 'broken')
  open('/admin/dashboard')
  const panel = await notice()
  panel.getByText(/We couldn’t check/)
  fake.responses[list] = () => Response.json([failed])
  await userEvent.click(panel.getByRole('button', { name: 'Try again' }))
  await screen.findByText('£27.90. It was not the amount of the checkout')
})
