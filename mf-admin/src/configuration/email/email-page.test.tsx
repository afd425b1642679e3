// @vitest-environment happy-dom
import { SiteProvider } from '@shop/settings'
import { fakeSupabase, rejection, renderApp, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import routes from '../../routes'
import './email-page'
import './mail-dialog'

const site = { siteUrl: 'https://aurelle.example', backendUrl: 'http://backend.test' }
const Site = ({ children }: { children: ReactNode }) => <SiteProvider value={site}>{children}</SiteProvider>
const open = (path: string) => renderApp(routes, { path, providers: [Site] })

const id = '00000000-0000-4000-8000-000000000001'
const mail = {
  id,
  kind: 'account_link',
  recipient: 'ada@example.test',
  subject: 'Open your account',
  order_number: 'AM20260105-0001' as string | null,
  attempts: 8,
  last_error: 'mailbox full' as string | null,
  next_attempt_at: '2026-01-05T15:30:00+00:00',
  sent_at: null as string | null,
  created_at: '2026-01-05T12:30:00+00:00',
}
const page = (rows: object[], more: object = {}) => ({
  rows,
  more: false,
  failed: rows.length,
  waiting: 3,
  ...more,
})
let fake: FakeSupabase

beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase({
    rpc: {
      office_mail: () => page([mail]),
      mail_record: () => ({ ...mail, status: 'failed', data: {} }),
      retry_mail: () => undefined,
    },
  })
  fake.addStaff()
})

const asked = (name: string): unknown[] =>
  fake.sent(`POST /rest/v1/rpc/${name}`).map(({ body }) => JSON.parse(body))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('failed emails are listed with the reason, and can be sent again', async () => {
  open('/admin/email')
  const table = within(await screen.findByRole('table', { name: 'Emails' }))
  await table.findByText('mailbox full')
  table.getByText('Link to open an account, order AM20260105-0001')
  table.getByText('8 attempts')
  screen.getByText('1 failed, 3 waiting')
  expect(asked('office_mail')).toEqual([{ p_state: 'failed', p_query: '' }])
  fake.rpc.office_mail = () => page([])
  await userEvent.click(
    table.getByRole('button', { name: 'Send again: Open your account, to ada@example.test' }),
  )
  await screen.findByText('It is sent again within a minute.')
  expect(asked('retry_mail')).toEqual([{ p_id: id }])
  await screen.findByText('No email has failed')
})

test('state, search and page of the URL are asked for', async () => {
  fake.rpc.office_mail = () => page([{ ...mail, sent_at: '2026-01-05T12:31:00+00:00' }], { more: true })
  open(`/admin/email?state=sent&q=ada&after=${id}`)
  await screen.findByText('Open your account')
  expect(asked('office_mail')).toEqual([{ p_state: 'sent', p_query: 'ada', p_after: id }])
  screen.getByText('5 Jan 2026, 12:31')
  expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute(
    'href',
    expect.stringContaining(`after=${id}`),
  )
  expect(screen.getByRole('link', { name: 'Back to the first' }).getAttribute('href')).not.toContain('after')
  expect(screen.queryByRole('button', { name: /^Send/ })).not.toBeInTheDocument()
})

test('another state starts with its first page', async () => {
  const router = open(`/admin/email?after=${id}`)
  await screen.findByText('mailbox full')
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Waiting (3)')
  expect(router.state.location.search).toBe('?state=waiting')
})

test('an email is shown as text, without the link that only its recipient may know', async () => {
  open(`/admin/email?email=${id}`)
  const email = await dialog('Open your account')
  email.getByText('mailbox full')
  expect(await email.findByText(/create-account\?token=/)).toHaveTextContent(
    'https://aurelle.example/create-account?token=hidden-until-it-is-sent',
  )
  await userEvent.click(email.getByRole('radio', { name: 'As mail programs show it' }))
  const frame = email.getByTitle('Email: Open your account')
  expect(frame).toHaveAttribute('sandbox', 'allow-same-origin')
  expect(frame).toHaveAttribute('srcdoc', expect.stringContaining('hidden-until-it-is-sent'))
})

test('an email that cannot be written says which field is missing', async () => {
  fake.rpc.mail_record = () => ({ ...mail, kind: 'order_confirmation', status: 'failed', data: {} })
  open(`/admin/email?email=${id}`)
  const email = await dialog('Open your account')
  await email.findByText(/^This email cannot be shown. Not what order_confirmation needs: order_number/)
})

test('an email that was sent has no content and is not sent again', async () => {
  fake.rpc.mail_record = () => ({ ...mail, status: 'sent', sent_at: mail.created_at, data: null })
  open(`/admin/email?state=sent&email=${id}`)
  const email = await dialog('Open your account')
  email.getByText('Emails keep no content once they are sent.')
  expect(email.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
})

test('an email that is gone is said to be', async () => {
  fake.rpc.mail_record = () => rejection(404, 'PT404', 'This email does not exist.')
  open(`/admin/email?email=${id}`)
  await screen.findByText('This email does not exist')
})

test('all failed emails are sent again in several calls, and those that were left are named', async () => {
  const rejected = [{ id, recipient: 'friend@example.test', reason: 'This gift card has ended.' }]
  fake.rpc.retry_failed_mail = ({ p_after: after }) =>
    after === undefined ? { queued: 50, rejected: [], next: id } : { queued: 2, rejected, next: null }
  open('/admin/email')
  await userEvent.click(await screen.findByRole('button', { name: 'Send all failed emails again' }))
  const question = await dialog('Send all failed emails again?')
  await userEvent.click(question.getByRole('button', { name: 'Send again' }))
  await screen.findByText('52 emails are sent again within a minute.')
  screen.getByText('1 email was left')
  screen.getByText('friend@example.test: This gift card has ended.')
  expect(asked('retry_failed_mail')).toEqual([{}, { p_after: id }])
})

test('a list that fails to load is read again', async () => {
  fake.fail({ under: '/rest/v1/rpc/office_mail' })
  open('/admin/email')
  await screen.findByText('The emails could not be loaded', {}, { timeout: 5000 })
  fake.recover()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('mailbox full')
})

test('without the right to messages the screen says so', async () => {
  fake.addStaff({ role: 'admin', rights: ['settings'] })
  open('/admin/email')
  await screen.findByRole('heading', { name: 'Your role does not include this' })
})
