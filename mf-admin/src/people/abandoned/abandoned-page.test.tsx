// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './abandoned-page'

const checkout = {
  id: '55555555-0000-4000-8000-000000000001',
  name: 'Ada Lane',
  email: 'ada@example.test',
  created_at: '2026-01-05T12:30:00Z',
  total: 37.9,
  currency: 'GBP',
  items: [{ name: 'Robe', variant_name: 'M', quantity: 2 }],
  obstacle: null as string | null,
  sent_at: null as string | null,
}
const page = (rows: object[]) => ({ rows, total: rows.length, exact: true, page: 1, pages: 1 })

let fake: FakeSupabase
beforeEach(() => {
  localStorage.clear()
  storeStaffSession()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase({
    rpc: {
      abandoned_checkouts: () =>
        page([
          checkout,
          { ...checkout, id: 'c2', email: 'bea@example.test', obstacle: 'declined' },
          {
            ...checkout,
            id: 'c3',
            email: 'cia@example.test',
            obstacle: 'sent',
            sent_at: '2026-01-05T20:00:00Z',
          },
        ]),
      send_reminder: () => null,
    },
  })
  fake.addStaff()
})

async function send() {
  open('/admin/abandoned')
  await userEvent.click(await screen.findByRole('button', { name: 'Send email to ada@example.test' }))
  const question = within(screen.getByRole('dialog', { name: 'Send email' }))
  await userEvent.click(question.getByRole('button', { name: 'Send email' }))
}

test('checkouts are listed with cart and value, and the email is sent after a question', async () => {
  await send()
  await screen.findByText('The email to ada@example.test is on its way.')
  screen.getAllByText('2 × Robe, M')
  screen.getAllByText('£37.90')
  screen.getByText('Wants none')
  screen.getByText('Sent on 5 Jan 2026')
  screen.getByText('Not sent')
  expect(JSON.parse(fake.sent('POST /rest/v1/rpc/send_reminder')[0]?.body ?? '')).toEqual({
    p_session: checkout.id,
  })
})

test('the reason of a rejection is shown', async () => {
  fake.rpc.send_reminder = () => rejection(409, 'PT409', 'This person has bought since.')
  await send()
  await screen.findByText('Failed to send the email. This person has bought since.')
})

test('an empty list says what would be in it', async () => {
  fake.rpc.abandoned_checkouts = () => page([])
  open('/admin/abandoned')
  await screen.findByText('No abandoned checkouts')
})
