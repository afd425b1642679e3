// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'

const list = 'GET /rest/v1/email_outbox'
const rpc = 'POST /rest/v1/rpc/retry_mail'
const mail = (id: number, changes: object = {}) => ({
  id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  kind: 'gift_card',
  recipient: `friend${String(id)}@example.test`,
  created_at: '2026-01-05T12:30:00+00:00',
  orders: { order_number: 'AM20260105-0001' },
  ...changes,
})
let fake: FakeSupabase

beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase()
  fake.addStaff()
  fake.responses['POST /rest/v1/rpc/dashboard_stats'] = () =>
    Response.json({
      products_total: 27,
      products_active: 24,
      categories: 3,
      orders_total: 1,
      orders_pending: 0,
      customers: 1,
      revenue: 0,
      paid: 0,
      low_stock: 0,
    })
})

const notice = async (title: string | RegExp) =>
  (await screen.findByRole('heading', { name: title })).closest('section') ?? document.body

test('there is no notice while no email failed', async () => {
  open('/admin/dashboard')
  await screen.findByText('27')
  await waitFor(() => {
    expect(fake.sent(list)).toHaveLength(1)
  })
  expect(screen.queryByText(/could not be sent/)).not.toBeInTheDocument()
})

test('each failed email is shown with its kind, order, recipient and time', async () => {
  fake.responses[list] = () =>
    Response.json([
      mail(1),
      mail(2, { kind: 'contact_received', orders: null }),
      mail(3, { kind: 'new_kind' }),
    ])
  open('/admin/dashboard')
  const panel = within(await notice('3 emails could not be sent'))
  panel.getByText('Gift card, order AM20260105-0001')
  panel.getByText('To friend1@example.test, since 5 Jan, 12:30')
  panel.getByText('Receipt of a message')
  panel.getByText('new kind, order AM20260105-0001')
  expect(fake.sent(list)[0]?.line).toContain('status=eq.failed')
})

test('"Refresh" reloads the list', async () => {
  open('/admin/dashboard')
  await screen.findByText('27')
  fake.responses[list] = () => Response.json([mail(1)])
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await notice('1 email could not be sent')
})

test.each([
  [1, '1 email could not be sent'],
  [6, '6 emails could not be sent'],
  [101, 'More than 100 emails could not be sent'],
])('%i are counted, the newest five shown', async (count, title) => {
  fake.responses[list] = () => Response.json(Array.from({ length: count }, (_, index) => mail(index + 1)))
  open('/admin/dashboard')
  expect(within(await notice(title)).getAllByRole('button')).toHaveLength(Math.min(count, 5))
})

test('an email that is sent again leaves the list', async () => {
  fake.responses[list] = () => Response.json(fake.sent(rpc).length > 0 ? [] : [mail(1)])
  fake.responses[rpc] = () => new Response(null, { status: 204 })
  open('/admin/dashboard')
  await userEvent.click(
    await screen.findByRole('button', {
      name: 'Send again: Gift card, order AM20260105-0001, to friend1@example.test',
    }),
  )
  await screen.findByText('It is sent again within a minute.')
  expect(fake.sent(rpc)[0]?.body).toBe(JSON.stringify({ p_id: mail(1).id }))
  await waitFor(() => {
    expect(screen.queryByText(/could not be sent/)).not.toBeInTheDocument()
  })
})

test.each([
  [409, 'This gift card has ended.', 'This gift card has ended.'],
  [500, 'secret detail', 'Something went wrong. Please try again.'],
])('a rejection of %i is shown, and the email stays in the list', async (status, message, announced) => {
  fake.responses[list] = () => Response.json([mail(1)])
  fake.responses[rpc] = () => rejection(status, 'PT409', message)
  open('/admin/dashboard')
  await userEvent.click(await screen.findByRole('button', { name: /^Send again/ }))
  await screen.findByText(announced)
  screen.getByText('1 email could not be sent')
})

test('a list that fails to load shows an error, and a retry loads it', async () => {
  fake.responses[list] = () => rejection(400, 'XX000', 'broken')
  open('/admin/dashboard')
  const panel = within(await notice('Emails that could not be sent'))
  fake.responses[list] = () => Response.json([mail(1)])
  await userEvent.click(panel.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1 email could not be sent')
})
