// @vitest-environment happy-dom
import { type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import '../../people/customers/customer-drawer'
import '../../people/customers/customers-page'
import { ada, customerBackend } from '../../people/customers/testing'

let fake: FakeSupabase
beforeEach(() => {
  fake = customerBackend()
})

const drawer = async () => within(await screen.findByRole('dialog', { name: 'Ada Lane' }))

test('a note is added in the drawer, and only an own note can be deleted', async () => {
  fake.tables.admin_users?.push({
    id: 'a2',
    user_id: 'u2',
    first_name: 'Wren',
    last_name: 'Scott',
    is_active: true,
  })
  const mine = '11111111-1111-4111-8111-111111111111'
  fake.tables.customer_notes = [
    { id: 'n1', customer_id: ada.id, author: 'u2', text: 'Called twice', created_at: '2026-01-05T12:30:00Z' },
    { id: 'n2', customer_id: ada.id, author: mine, text: 'Wrote back', created_at: '2026-01-06T12:30:00Z' },
    { id: 'n3', customer_id: 'other', author: mine, text: 'Elsewhere', created_at: '2026-01-06T12:30:00Z' },
  ]
  fake.responses['POST /rest/v1/customer_notes'] = () => new Response(null, { status: 201 })
  open(`/admin/customers?customer=${ada.id}`)
  const shown = await drawer()
  await shown.findByText('Called twice')
  expect(shown.queryByText('Elsewhere')).not.toBeInTheDocument()
  await shown.findByText(/^Wren Scott,/)
  expect(shown.getAllByRole('button', { name: /^Delete note/ })).toHaveLength(1)

  await userEvent.click(shown.getByRole('button', { name: 'Add note' }))
  await shown.findByText('Please write a note.')
  await userEvent.type(shown.getByLabelText('Add a note'), '  Likes moss. ')
  await userEvent.click(shown.getByRole('button', { name: 'Add note' }))
  await waitFor(() =>
    expect(JSON.parse(fake.sent('POST /rest/v1/customer_notes')[0]?.body ?? '{}')).toEqual({
      customer_id: ada.id,
      text: 'Likes moss.',
    }),
  )
  await waitFor(() => expect(shown.getByLabelText('Add a note')).toHaveValue(''))

  await userEvent.click(shown.getByRole('button', { name: 'Delete note of 6 Jan 2026, 12:30' }))
  const question = within(screen.getByRole('dialog', { name: 'Delete note' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(shown.queryByText('Wrote back')).not.toBeInTheDocument())
  expect(fake.sent('DELETE /rest/v1/customer_notes')[0]?.line).toContain('id=eq.n2')
})
