// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseInMenu } from '../../kit/menu-testing'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './team-page'

const member = (fields: object) => ({
  id: 'm1',
  user_id: 'u-jude',
  first_name: 'Jude',
  last_name: 'Fenn',
  email: 'moderator@aurelle.test',
  role: 'moderator',
  is_active: true,
  last_login_at: null,
  ...fields,
})
const invitation = {
  id: 'i1',
  email: 'ada@invited.test',
  first_name: 'Ada',
  last_name: '',
  role: 'admin',
  sent_at: '2026-07-01T10:00:00Z',
  expires_at: '2099-07-08T10:00:00Z',
  mail_status: 'sent',
}

let fake: FakeSupabase
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase()
  fake.addStaff()
  const me = fake.tables.admin_users?.[0]?.user_id
  fake.rpc.office_staff = () => ({
    members: [
      member({ id: 'a1', user_id: me, first_name: 'Rowan', last_name: 'Ashby', role: 'super_admin' }),
      member({ last_login_at: '2026-06-30T23:30:00Z' }),
      member({ id: 'm2', user_id: 'u-gone', first_name: 'Wren', last_name: 'Scott', is_active: false }),
    ],
    invitations: [
      invitation,
      { ...invitation, id: 'i2', email: 'late@invited.test', expires_at: '2026-01-01T00:00:00Z' },
      { ...invitation, id: 'i3', email: 'lost@invited.test', mail_status: 'failed' },
    ],
  })
})

const rowOf = async (text: string) => {
  const row = (await screen.findByText(text, { selector: 'td *' })).closest('tr')
  if (!row) throw new Error('no row')
  return within(row)
}
const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const sent = (name: string): unknown =>
  JSON.parse(fake.sent(`POST /rest/v1/rpc/${name}`).at(-1)?.body ?? 'null')

test('the list says who has which role, whether they have access, and when they were last here; nobody changes themselves', async () => {
  open('/admin/staff')
  const jude = await rowOf('Jude Fenn')
  screen.getByText('2 with access')
  jude.getByText('Moderator')
  jude.getByText('Active')
  jude.getByText('1 Jul 2026, 00:30')
  const wren = await rowOf('Wren Scott')
  wren.getByText('Ended')
  wren.getByText('Never')
  const me = await rowOf('Rowan Ashby')
  me.getByText('(you)')
  expect(me.queryByRole('button')).not.toBeInTheDocument()
})

test('invitations say how they stand, and are sent again', async () => {
  fake.rpc.resend_invitation = () => undefined
  open('/admin/staff')
  ;(await rowOf('ada@invited.test')).getByText('Invited')
  ;(await rowOf('late@invited.test')).getByText('Expired')
  ;(await rowOf('lost@invited.test')).getByText('Email failed')
  await chooseInMenu('More for lost@invited.test', 'Send again')
  await screen.findByText('A new link goes to lost@invited.test. The one before no longer works.')
  expect(sent('resend_invitation')).toEqual({ p_id: 'i3' })
})

test('an invitation is validated before anything is sent, and a rejection is shown at its field', async () => {
  fake.rpc.invite_staff = () =>
    rejection(409, 'PT409', 'This address has an open invitation. Send it again, or withdraw it first.', {
      hint: 'email',
    })
  open('/admin/staff?invite=new')
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite staff' }))
  fill(dialog.getByLabelText(/^Email/), 'ada')
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await dialog.findByText('Enter an email address, such as ada@example.com.')
  dialog.getByText('Enter a first name.')
  expect(fake.sent('POST /rest/v1/rpc/invite_staff')).toHaveLength(0)
  fill(dialog.getByLabelText(/^Email/), 'ada@invited.test')
  fill(dialog.getByLabelText(/^First name/), 'Ada')
  dialog.getByText('Orders, customers and messages.')
  await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Admin')
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await dialog.findByText('This address has an open invitation. Send it again, or withdraw it first.')
  expect(sent('invite_staff')).toEqual({
    p_fields: { email: 'ada@invited.test', first_name: 'Ada', last_name: '', role: 'admin' },
  })
})

test('access ends after a question, and why not is said', async () => {
  fake.rpc.set_staff = () =>
    rejection(409, 'PT409', 'This is the last active super admin. Make somebody else one first.', {
      hint: 'last_super_admin',
    })
  open('/admin/staff')
  await rowOf('Jude Fenn')
  await chooseInMenu('More for Jude Fenn', 'End access')
  const question = within(await screen.findByRole('dialog', { name: 'End access' }))
  await userEvent.click(question.getByRole('button', { name: 'End access' }))
  await screen.findByText(/^The access was not changed\. This is the last active super admin\./)
  expect(sent('set_staff')).toEqual({ p_id: 'm1', p_active: false })
})

test('a former member gets access again, and a role changes', async () => {
  fake.rpc.set_staff = () => undefined
  open('/admin/staff')
  await rowOf('Wren Scott')
  await chooseInMenu('More for Wren Scott', 'Restore access')
  await screen.findByText('Wren Scott has access again.')
  expect(sent('set_staff')).toEqual({ p_id: 'm2', p_active: true })
  await chooseInMenu('More for Jude Fenn', 'Change role')
  const dialog = within(await screen.findByRole('dialog', { name: 'Role of Jude Fenn' }))
  await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Super admin')
  dialog.getByText('Everything, staff and the settings of prices and payment included.')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Jude Fenn is now super admin.')
  expect(sent('set_staff')).toEqual({ p_id: 'm1', p_role: 'super_admin' })
})

test('without the right the screen says so and sends no request', async () => {
  fake.addStaff({ role: 'admin', rights: ['orders', 'audit'] })
  open('/admin/staff')
  await screen.findByText('Your role does not include this')
  await waitFor(() => expect(fake.sent('POST /rest/v1/rpc/office_staff')).toHaveLength(0))
})

test('the two-factor sign-in of another member is reset after a question', async () => {
  fake.rpc.office_staff = () => ({ members: [member({ has_second_factor: true })], invitations: [] })
  fake.rpc.remove_second_factor = () => undefined
  open('/admin/staff')
  await chooseInMenu('More for Jude Fenn', 'Reset two-factor sign-in')
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }))
  await screen.findByText('Jude Fenn is signed out everywhere and signs in without a code now.')
  expect(sent('remove_second_factor')).toEqual({ p_id: 'm1' })
})
