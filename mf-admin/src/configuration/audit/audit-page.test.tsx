// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './audit-page'

const jude = '11111111-1111-4111-8111-111111111111'
const gone = '22222222-2222-4222-8222-222222222222'
const entry = (fields: object) => ({
  id: 5,
  subject: 'products',
  row_id: 'p1',
  action: 'update',
  actor: jude,
  actor_name: 'Jude Fenn',
  created_at: '2026-06-30T23:30:00Z',
  before: { price: 10 },
  after: { price: 12.5 },
  record: { name: 'Silk Robe', opens: 'p1' },
  ...fields,
})

let fake: FakeSupabase
let page: object
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase()
  fake.addStaff()
  page = { rows: [entry({})], older: null, newer: null }
  fake.rpc.office_audit = () => page
  fake.rpc.audit_people = () => [
    { user_id: jude, name: 'Jude Fenn', is_active: true },
    { user_id: gone, name: 'Wren Scott', is_active: false },
  ]
  fake.rpc.office_categories = () => []
})

const asked = (): unknown => JSON.parse(fake.sent('POST /rest/v1/rpc/office_audit').at(-1)?.body ?? 'null')
const list = async () => within(await screen.findByRole('list', { name: 'Changes' }))

test('an entry says who did what when, each field before and after, and leads to the record', async () => {
  open('/admin/audit')
  const changes = await list()
  changes.getByText('Jude Fenn')
  changes.getByText(/changed product/)
  changes.getByText('1 Jul 2026, 00:30')
  const row = within(changes.getByRole('row', { name: /^Price/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['£10.00', '£12.50'])
  expect(changes.getByRole('link', { name: 'Silk Robe' })).toHaveAttribute(
    'href',
    '/admin/products?product=p1',
  )
  expect(asked()).toEqual({ p_filter: {}, p_size: 25 })
})

test('sign-ins, exports and invitations have words of their own, and a failed sign-in blames nobody', async () => {
  const signIn = {
    subject: 'admin_users',
    row_id: 'a1',
    before: null,
    record: { name: 'Jude Fenn', opens: 'a1' },
  }
  const invitation = { subject: 'staff_invitations', record: { name: 'ada@invited.test', opens: 'i1' } }
  page = {
    rows: [
      entry({
        ...signIn,
        id: 7,
        action: 'sign_in_failed',
        after: { network: '203.0.113.0/24', attempts: 3 },
      }),
      entry({ ...signIn, id: 6, action: 'sign_in', after: { network: '203.0.113.0/24' } }),
      entry({
        subject: 'orders',
        action: 'export',
        before: null,
        after: { kind: 'order_lines', filter: { payment: 'succeeded', from: '2026-01-01' } },
        record: null,
      }),
      entry({ ...invitation, id: 4, action: 'insert' }),
      entry({ ...invitation, id: 3, after: { withdrawn_at: '2026-07-01T10:00:00Z' } }),
      entry({ ...invitation, id: 2, after: { accepted_at: '2026-07-01T10:00:00Z' } }),
      entry({ ...invitation, id: 1, after: { sent_at: '2026-07-01T10:00:00Z' } }),
    ],
    older: null,
    newer: null,
  }
  open('/admin/audit')
  const [failed, good, exported, ...invited] = (await list()).getAllByRole('listitem')
  expect(failed).toHaveTextContent(/^Somebody could not sign in as Jude Fenn/)
  expect(failed).toHaveTextContent(/Network203\.0\.113\.0\/24Attempts3$/)
  expect(good).toHaveTextContent(/^Jude Fenn signed in 1 Jul 2026/)
  expect(exported).toHaveTextContent(/^Jude Fenn exported order lines 1 Jul 2026/)
  expect(exported).toHaveTextContent(/Payment: succeeded From: 2026-01-01/)
  for (const [place, words] of [
    /^Jude Fenn invited ada@invited\.test/,
    /withdrew the invitation of ada@/,
    /accepted the invitation of ada@/,
    /sent the invitation again to ada@/,
  ].entries())
    expect(invited[place]).toHaveTextContent(words)
})

test('a deleted subject is named without a link; a long text is folded', async () => {
  const text = 'Soft and warm. '.repeat(20).trim()
  page = {
    rows: [
      entry({ action: 'delete', record: null, before: { name: 'Old Robe', description: text }, after: null }),
    ],
    older: null,
    newer: null,
  }
  open('/admin/audit')
  const changes = await list()
  changes.getByText(/deleted product/)
  changes.getAllByText('Old Robe')
  expect(changes.queryByRole('link')).not.toBeInTheDocument()
  changes.getByText('2 values', { exact: false })
  expect(changes.getByText(/^Soft and warm.*…$/).closest('details')?.open).toBe(false)
  changes.getByText(text)
})

test('person, subject and days are filters in the address, and start at the newest entry', async () => {
  const router = open(`/admin/audit?before=7`)
  await list()
  expect(asked()).toEqual({ p_filter: {}, p_before: 7, p_size: 25 })
  await screen.findByRole('option', { name: 'Wren Scott (former)' })
  await userEvent.selectOptions(screen.getByLabelText('Person'), 'Wren Scott (former)')
  await waitFor(() => expect(asked()).toEqual({ p_filter: { actor: gone }, p_size: 25 }))
  await userEvent.selectOptions(screen.getByLabelText('Subject'), 'Orders')
  await waitFor(() => expect(router.state.location.search).toContain('subject=orders'))
  await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveValue('orders'))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-07-01' } })
  await waitFor(() =>
    expect(asked()).toEqual({
      p_filter: { actor: gone, subject: 'orders', from: '2026-07-01' },
      p_size: 25,
    }),
  )
  expect(router.state.location.search).toBe(`?actor=${gone}&subject=orders&from=2026-07-01`)
  screen.getByRole('button', { name: 'Remove filter: Person: Wren Scott' })
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('older and newer are links that keep the filters; there are none at an end', async () => {
  page = { rows: [entry({})], older: 3, newer: null }
  const router = open('/admin/audit?subject=products')
  await list()
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
  expect(pages.getByText('Newer')).toHaveAttribute('aria-disabled', 'true')
  page = { rows: [entry({ id: 2 })], older: null, newer: 2 }
  await userEvent.click(pages.getByRole('link', { name: 'Older' }))
  await waitFor(() => expect(router.state.location.search).toBe('?subject=products&before=3'))
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Newer' })).toHaveAttribute(
      'href',
      expect.stringContaining('?subject=products&after=2'),
    ),
  )
  expect(asked()).toEqual({ p_filter: { subject: 'products' }, p_before: 3, p_size: 25 })
})

test('an address that nobody made counts as the newest page', async () => {
  open('/admin/audit?actor=me&subject=DROP&from=2026-13-40&before=x')
  await list()
  expect(asked()).toEqual({ p_filter: {}, p_size: 25 })
})

test('a log that does not load offers a retry', async () => {
  fake.rpc.office_audit = () => rejection(400, 'XX000', 'broken')
  open('/admin/audit')
  await screen.findByText('The log could not be loaded')
  fake.rpc.office_audit = () => page
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await list()
})
