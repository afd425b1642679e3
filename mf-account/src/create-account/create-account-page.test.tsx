// @vitest-environment happy-dom
import { fakeSupabase, rejection, shopper, storeSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { open } from '../testing'

let fake: FakeSupabase
const link = { pathname: '/create-account', search: '?token=abc' }

beforeEach(() => {
  fake = fakeSupabase()
  fake.responses['POST /rest/v1/rpc/read_account_token'] = () =>
    Response.json({ state: 'valid', email: 'guest@aurelle.test' })
  fake.responses['POST /rest/v1/rpc/claim_account_token'] = () => Response.json(true)
})

async function fill(password: string, again: string) {
  await screen.findByLabelText('First name')
  for (const [name, text] of [
    ['First name', 'Nell'],
    ['Last name', 'Roe'],
    ['Password', password],
    ['Confirm password', again],
  ] as const) {
    await userEvent.click(screen.getByLabelText(name))
    await userEvent.paste(text)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
}

test('a guest opens an account for the address of the order, and the link is used up', async () => {
  const router = open(link)
  expect(await screen.findByLabelText('Email')).toHaveValue('guest@aurelle.test')
  await fill('secret-1', 'secret-1')
  await screen.findByText('Account Created!')
  expect(JSON.parse(fake.sent('POST /auth/v1/signup')[0]?.body ?? '')).toMatchObject({
    email: 'guest@aurelle.test',
    data: { first_name: 'Nell' },
  })
  expect(fake.sent('POST /rest/v1/rpc/claim_account_token')[0]?.body).toContain('abc')
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/create-account'))
})

test('the name of the order is filled in, and what is left to do stays in sight', async () => {
  fake.responses['POST /rest/v1/rpc/read_account_token'] = () =>
    Response.json({ state: 'valid', email: 'guest@aurelle.test', first_name: 'Nell', last_name: 'Roe' })
  const router = open(link)
  await waitFor(() => {
    expect(screen.getByLabelText('First name')).toHaveValue('Nell')
  })
  expect(screen.getByLabelText('Last name')).toHaveValue('Roe')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'secret-1')
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
  await screen.findByRole('heading', { name: 'Almost there' })
  expect(router.state.location.pathname).toBe('/auth')
  screen.getByText('guest@aurelle.test')
  await userEvent.click(screen.getByRole('button', { name: /again$/ }))
  await userEvent.type(await screen.findByLabelText('Password of the new account'), 'secret-1')
  await userEvent.click(screen.getByRole('button', { name: /again$/ }))
  await screen.findByText(/^Sent to guest@aurelle.test/)
})

test.each([
  ['secret-1', 'secret-2', 'Password Mismatch', 'Passwords do not match.'],
  ['short', 'short', 'Password Too Short', 'Password must be at least 6 characters long.'],
])('the passwords %s and %s are rejected as %s', async (password, again, title, text) => {
  open(link)
  await fill(password, again)
  await screen.findByText(title)
  expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  expect(fake.sent('POST /auth/v1/signup')).toHaveLength(0)
})

test('a rejected account shows the reason, and the link remains valid', async () => {
  fake.responses['POST /auth/v1/signup'] = () =>
    rejection(422, 'user_already_exists', 'User already registered')
  open(link)
  await fill('secret-1', 'secret-1')
  await screen.findByText('Account Creation Failed')
  screen.getByText('User already registered')
  expect(fake.sent('POST /rest/v1/rpc/claim_account_token')).toHaveLength(0)
})

test('an address with an account is told so and led to sign in, with the order kept', async () => {
  fake.responses['POST /rest/v1/rpc/read_account_token'] = () =>
    Response.json({ state: 'account', email: 'guest@aurelle.test' })
  const router = open(link)
  await screen.findByRole('heading', { name: 'You have an account' })
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Sign In' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  expect(router.state.location.state).toEqual({ from: '/account/orders' })
  expect(fake.sent('POST /auth/v1/signup')).toHaveLength(0)
})

test('a visitor who is signed in with that address sees the order at once', async () => {
  storeSession()
  fake.responses['POST /rest/v1/rpc/read_account_token'] = () =>
    Response.json({ state: 'account', email: shopper.email })
  const router = open(link)
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/orders'))
})

test('an account opened meanwhile is not announced as created', async () => {
  open(link)
  await screen.findByLabelText('First name')
  fake.responses['POST /rest/v1/rpc/claim_account_token'] = () => Response.json(false)
  fake.responses['POST /rest/v1/rpc/read_account_token'] = () =>
    Response.json({ state: 'account', email: 'guest@aurelle.test' })
  await fill('secret-1', 'secret-1')
  await screen.findByRole('heading', { name: 'You have an account' })
  expect(screen.queryByText('Account Created!')).not.toBeInTheDocument()
})

test.each([
  ['expired', 'Token Expired', 'This account creation link has expired.'],
  ['invalid', 'Invalid Token', 'This account creation link is invalid or has expired.'],
])('an %s link shows a message and a link home', async (state, title, text) => {
  fake.responses['POST /rest/v1/rpc/read_account_token'] = () => Response.json({ state })
  const router = open(link)
  await screen.findByText(title)
  screen.getByText(text)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
