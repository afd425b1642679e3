// @vitest-environment happy-dom
import {
  fakeSupabase,
  rejection,
  sessionOf,
  shopper,
  storedStaffSession,
  storeStaffSession,
  type FakeSupabase,
} from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../testing'
import './join-page'

const link = { pathname: '/admin/join', search: '?token=secret-token' }
let fake: FakeSupabase

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase()
  fake.rpc.read_invitation = () => ({
    state: 'valid',
    email: 'ada@invited.test',
    first_name: 'Ada',
    last_name: 'Lane',
    role: 'moderator',
  })
  fake.rpc.accept_invitation = () => {
    fake.addStaff({ role: 'moderator', rights: ['orders'] })
    return 'joined'
  }
})

const bodyOf = (call: string): unknown => JSON.parse(fake.sent(call).at(-1)?.body ?? 'null')

async function choosePassword(password: string, again = password) {
  await userEvent.type(await screen.findByLabelText('New password'), password)
  await userEvent.type(screen.getByLabelText('The same again'), again)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

test('the token leaves the address at once and is still there after a reload', async () => {
  const router = open(link)
  await screen.findByText(/^Welcome, Ada\. You are invited as moderator/)
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(router.state.location.pathname).toBe('/admin/join')
  expect(bodyOf('POST /rest/v1/rpc/read_invitation')).toEqual({ p_token: 'secret-token' })
  expect(router.state.location.state).toEqual({ invitation: 'secret-token' })
})

test('a new account needs the code of the email, and then is staff', async () => {
  fake.responses['POST /auth/v1/verify'] = () => Response.json(sessionOf(shopper))
  const router = open(link)
  await choosePassword('quiet-lantern-26')
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  expect(bodyOf('POST /auth/v1/signup')).toMatchObject({
    email: 'ada@invited.test',
    password: 'quiet-lantern-26',
    data: { first_name: 'Ada', last_name: 'Lane' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'))
  expect(bodyOf('POST /auth/v1/verify')).toMatchObject({
    type: 'signup',
    email: 'ada@invited.test',
    token: '123456',
  })
  expect(bodyOf('POST /rest/v1/rpc/accept_invitation')).toEqual({ p_token: 'secret-token' })
  expect(storedStaffSession()).not.toBeNull()
  await screen.findByText('You have joined the back office.')
})

test('an invited person with an account signs in with it', async () => {
  const router = open(link)
  await userEvent.click(await screen.findByRole('button', { name: 'I have an account with this address' }))
  await userEvent.type(screen.getByLabelText('Password'), 'my-own-password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in and join' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'))
  expect(bodyOf('POST /auth/v1/token')).toMatchObject({
    email: 'ada@invited.test',
    password: 'my-own-password',
  })
})

test.each([
  ['short', 'short', 'Use at least 10 characters.'],
  ['quiet-lantern-26', 'quiet-lantern-62', 'The passwords differ.'],
])('the passwords %s and %s are rejected before anything is sent', async (password, again, message) => {
  open(link)
  await choosePassword(password, again)
  await screen.findByText(message)
  expect(fake.sent('POST /auth/v1/signup')).toHaveLength(0)
})

test.each([
  ['used', 'This invitation was used'],
  ['withdrawn', 'This invitation was withdrawn'],
  ['expired', 'This invitation has expired'],
  ['unknown', 'We can’t find this invitation'],
])('a link that is %s says so', async (state, title) => {
  fake.rpc.read_invitation = () => ({ state })
  open(link)
  await screen.findByText(title)
  expect(screen.queryByLabelText('New password')).not.toBeInTheDocument()
})

test('without a token nothing is asked, and the page says the same as for one that nobody knows', async () => {
  open('/admin/join')
  await screen.findByText('We can’t find this invitation')
  expect(fake.sent('POST /rest/v1/rpc/read_invitation')).toHaveLength(0)
})

test('an invitation that ends while the form is open is told, and no session is kept', async () => {
  fake.rpc.accept_invitation = () => 'withdrawn'
  open(link)
  await userEvent.click(await screen.findByRole('button', { name: 'I have an account with this address' }))
  await userEvent.type(screen.getByLabelText('Password'), 'my-own-password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in and join' }))
  await screen.findByText('This invitation was withdrawn')
  expect(storedStaffSession()).toBeNull()
  expect(fake.sent('POST /auth/v1/logout')).toHaveLength(1)
})

test('a wrong password shows the provider’s message, and the invitation remains', async () => {
  fake.responses['POST /auth/v1/token'] = () =>
    rejection(400, 'invalid_credentials', 'Invalid login credentials')
  open(link)
  await userEvent.click(await screen.findByRole('button', { name: 'I have an account with this address' }))
  await userEvent.type(screen.getByLabelText('Password'), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in and join' }))
  await screen.findByText('Invalid login credentials')
  screen.getByLabelText('Password')
  expect(fake.sent('POST /rest/v1/rpc/accept_invitation')).toHaveLength(0)
})

test('a member who is signed in signs out before joining by an invitation', async () => {
  fake.addStaff()
  storeStaffSession()
  open(link)
  await screen.findByText('As Rowan Ashby, in this browser.')
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  await screen.findByText(/^Welcome, Ada\./)
})

test('an invitation that cannot be checked is not rejected', async () => {
  fake.rpc.read_invitation = () => rejection(400, 'XX000', 'broken')
  open(link)
  await screen.findByText('Your invitation could not be checked')
})
