// @vitest-environment happy-dom
import { fakeSupabase, rejection, shopper, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './message-dialog'
import './messages-page'

const id = '44444444-0000-4000-8000-000000000001'
const listed = {
  id,
  name: 'Imogen Hale',
  email: 'imogen@example.test',
  subject: 'My parcel',
  excerpt: 'When does my parcel come?',
  state: 'new',
  assignee: null as string | null,
  created_at: '2026-01-05T12:30:00Z',
}
const message = {
  ...listed,
  message: 'When does my parcel come?',
  is_read: false,
  status: 'open',
  customer_id: 'c1' as string | null,
  has_orders: true,
  replies: [] as object[],
}
const pageOf = (rows: object[], more: object = {}) => ({
  rows,
  total: rows.length,
  exact: true,
  page: 1,
  pages: 1,
  ...more,
})

let fake: FakeSupabase
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase({
    rpc: {
      office_messages: () => pageOf([listed]),
      message_record: () => message,
      unread_messages: () => 3,
      answer_message: () => undefined,
    },
    tables: { contact_messages: [{ id }] },
  })
  fake.addStaff()
  fake.tables.admin_users?.push({
    id: 'a2',
    user_id: '22222222-2222-4222-8222-222222222222',
    first_name: 'Wren',
    last_name: 'Scott',
    is_active: true,
  })
})

const bodies = (start: string) => fake.sent(start).map(({ body }) => JSON.parse(body))
const changes = () => bodies('PATCH /rest/v1/contact_messages')
const answers = () => bodies('POST /rest/v1/rpc/answer_message')
const answer = (shown: ReturnType<typeof within>, value: string) =>
  fireEvent.change(shown.getByLabelText('Answer'), { target: { value } })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'My parcel' }))

test('filters and page of the URL are asked for and shown', async () => {
  fake.rpc.office_messages = () => pageOf([listed], { total: 41, page: 3, pages: 3 })
  open(`/admin/messages?q=parcel&state=new&assignee=none&page=3`)
  await screen.findByText('My parcel')
  expect(bodies('POST /rest/v1/rpc/office_messages').at(-1)).toEqual({
    p_filter: { q: 'parcel', state: 'new', assignee: 'none' },
    p_page: 3,
    p_size: 20,
  })
  screen.getByText('41 messages')
  for (const label of ['Search: parcel', 'State: New', 'Assigned to: Nobody'])
    screen.getByRole('button', { name: `Remove filter: ${label}` })
})

test('an empty list says whether the filters left it empty', async () => {
  fake.rpc.office_messages = () => pageOf([])
  const router = open('/admin/messages')
  await screen.findByText('No messages yet')
  await router.navigate('/admin/messages?state=closed')
  await screen.findByText('No messages found')
})

test('the sidebar counts unread messages and follows them', async () => {
  open('/admin/dashboard')
  const entry = await screen.findByRole('link', { name: 'Messages 3 unread' })
  expect(entry).toHaveAttribute('href', '/admin/messages')
  await waitFor(() =>
    expect(fake.realtime.followed().map(({ table }) => table)).toContain('contact_messages'),
  )
  fake.rpc.unread_messages = () => 120
  fake.realtime.change('contact_messages')
  await screen.findByRole('link', { name: 'Messages 99+ unread' })
  fake.rpc.unread_messages = () => 0
  fake.realtime.change('contact_messages')
  await screen.findByRole('link', { name: 'Messages' })
})

test('members without the right to messages are neither shown nor told of them', async () => {
  fake.addStaff({ role: 'admin', rights: ['orders'] })
  open('/admin/dashboard')
  await screen.findByText('Visit Store')
  expect(screen.queryByText('Messages')).not.toBeInTheDocument()
  expect(fake.sent('POST /rest/v1/rpc/unread_messages')).toHaveLength(0)
})

test('opening a message marks it as read, once', async () => {
  open(`/admin/messages?message=${id}`)
  const shown = await dialog()
  shown.getByText('imogen@example.test')
  await waitFor(() => expect(changes()).toEqual([{ is_read: true }]))
  expect(shown.getByRole('link', { name: 'Customer' })).toHaveAttribute(
    'href',
    '/admin/customers?customer=c1',
  )
  expect(shown.getByRole('link', { name: 'Orders' })).toHaveAttribute(
    'href',
    '/admin/orders?q=imogen%40example.test',
  )
})

test('state and assignee are saved, a rejection is told in the words of the database, and marked as unread it stays so', async () => {
  fake.rpc.message_record = () => ({ ...message, is_read: true, state: 'open' })
  const router = open(`/admin/messages?message=${id}`)
  const shown = await dialog()
  await shown.findByRole('option', { name: 'Rowan Ashby (me)' })
  await userEvent.selectOptions(shown.getByLabelText('Assigned to'), 'Wren Scott')
  await userEvent.selectOptions(shown.getByLabelText('State'), 'Closed')
  await waitFor(() =>
    expect(changes()).toEqual([
      { assignee: '22222222-2222-4222-8222-222222222222' },
      { status: 'closed', is_read: true },
    ]),
  )
  fake.responses['PATCH /rest/v1/contact_messages'] = () =>
    rejection(422, 'PT422', 'Choose a colleague who works here.', { hint: 'assignee' })
  await userEvent.selectOptions(shown.getByLabelText('Assigned to'), 'Rowan Ashby (me)')
  await screen.findByText(/Choose a colleague who works here\./)
  delete fake.responses['PATCH /rest/v1/contact_messages']
  await userEvent.click(shown.getByRole('button', { name: 'Mark as unread' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(changes().slice(3)).toEqual([{ is_read: false }])
})

test('an answer is sent once by a double click, and shown with its author', async () => {
  open(`/admin/messages?message=${id}`)
  const shown = await dialog()
  answer(shown, 'It comes tomorrow.')
  const release = fake.hold()
  const send = shown.getByRole('button', { name: 'Send answer' })
  await userEvent.dblClick(send)
  fake.rpc.message_record = () => ({
    ...message,
    is_read: true,
    state: 'answered',
    replies: [
      {
        id: 'r1',
        text: 'It comes tomorrow.',
        author: shopper.id,
        created_at: '2026-01-05T13:00:00Z',
        mail_status: 'pending',
      },
    ],
  })
  release()
  await shown.findByText('Waiting to be sent')
  shown.getByText(/^Rowan Ashby,/)
  expect(answers()).toHaveLength(1)
  expect(answers()[0]).toMatchObject({ p_id: id, p_text: 'It comes tomorrow.' })
  expect(shown.getByLabelText('Answer')).toHaveValue('')
})

test('a retry after a lost connection has the key of the first attempt, the next answer another one', async () => {
  fake.rpc.answer_message = () => rejection(500, 'XX000', 'internal error')
  open(`/admin/messages?message=${id}`)
  const shown = await dialog()
  answer(shown, 'Once.')
  await userEvent.click(shown.getByRole('button', { name: 'Send answer' }))
  await screen.findByText('Failed to send the answer. Please try again.')
  expect(shown.getByLabelText('Answer')).toHaveValue('Once.')
  fake.rpc.answer_message = () => undefined
  await userEvent.click(shown.getByRole('button', { name: 'Send answer' }))
  await screen.findByText('Answer sent')
  answer(shown, 'Twice.')
  await userEvent.click(shown.getByRole('button', { name: 'Send answer' }))
  await waitFor(() => expect(answers()).toHaveLength(3))
  const keys = answers().map(({ p_key }) => p_key)
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[0])
})

test('a message is deleted after a question; one that Realtime reports as gone before the answer is there is deleted, not missing', async () => {
  const router = open(`/admin/messages?message=${id}`)
  const shown = await dialog()
  let respond: () => void = () => undefined
  fake.responses['DELETE /rest/v1/contact_messages'] = () =>
    new Promise((resolve) => {
      respond = () => resolve(new Response(null, { status: 204 }))
    })
  await waitFor(() => expect(fake.realtime.followed()).not.toEqual([]))
  await userEvent.click(shown.getByRole('button', { name: 'Delete' }))
  const question = within(screen.getByRole('dialog', { name: 'Delete message' }))
  question.getByText(/My parcel.*Imogen Hale/)
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  fake.rpc.message_record = () => rejection(404, 'PT404', 'This message does not exist.')
  fake.realtime.change('contact_messages')
  await screen.findByText('This message does not exist')
  respond()
  await screen.findByText('Message deleted')
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(fake.sent('DELETE /rest/v1/contact_messages')[0]?.line).toContain(`id=eq.${id}`)
})
