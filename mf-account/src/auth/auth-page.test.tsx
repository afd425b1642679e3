// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import {
  fakeSupabase,
  rejection,
  storedSession,
  storedStaffSession,
  storeSession,
  type FakeSupabase,
} from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'

let fake: FakeSupabase

beforeEach(() => {
  fake = fakeSupabase()
})

async function signIn() {
  await userEvent.click(await screen.findByLabelText('Email'))
  await userEvent.paste('shopper@aurelle.test')
  await userEvent.click(screen.getByLabelText('Password'))
  await userEvent.paste('secret-1')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}

test('a shopper who signs in is welcomed and sent home', async () => {
  const router = open('/auth')
  await signIn()
  await screen.findByText('Welcome back!')
  screen.getByText('You have successfully signed in.')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('a shopper who was sent to sign in goes back to where they were', async () => {
  const router = open({ pathname: '/auth', state: { from: '/cart?from=test' } })
  await signIn()
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/cart?from=test'),
  )
})

test('a shopper who was sent to sign in goes home when the setting says so', async () => {
  const settings = { ...testSettings, auth: { ...testSettings.auth, returnToOrigin: false } }
  const router = open({ pathname: '/auth', state: { from: '/cart' } }, settings)
  await signIn()
  await screen.findByText('Welcome back!')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('a remembered page outside the shop is ignored', async () => {
  const router = open({ pathname: '/auth', state: { from: '//elsewhere.test' } })
  await signIn()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('an invalid email address sends no request', async () => {
  open('/auth')
  await userEvent.type(await screen.findByLabelText('Email'), 'a,b@c.dd')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Email is invalid')
  expect(fake.sent('POST /auth/v1/token')).toHaveLength(0)
})

test('staff who sign in go to the back office with their session, and the shop keeps none', async () => {
  fake.addStaff()
  const router = open({ pathname: '/auth', state: { from: '/cart' } })
  await signIn()
  await screen.findByText('Welcome back!')
  expect(router.state.location.pathname).toBe('/admin/dashboard')
  expect(storedStaffSession()).not.toBeNull()
  expect(storedSession()).toBeNull()
  expect(fake.sent('POST /auth/v1/logout')).toHaveLength(0)
})

test('an account whose rights cannot be checked shops', async () => {
  fake.responses['GET /rest/v1/admin_users'] = () => rejection(500, 'XX000', 'internal')
  const router = open('/auth')
  await signIn()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(storedSession()).not.toBeNull()
  expect(storedStaffSession()).toBeNull()
})

test('signed-in visitors are redirected home', async () => {
  storeSession()
  const router = open('/auth')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('a rejected sign-in shows the reason and preserves the form', async () => {
  fake.responses['POST /auth/v1/token'] = () =>
    rejection(400, 'invalid_credentials', 'Invalid login credentials')
  open('/auth')
  await signIn()
  await screen.findByText('Sign in failed')
  screen.getByText('Invalid login credentials')
  expect(screen.getByLabelText('Email')).toHaveValue('shopper@aurelle.test')
})

test('an unreachable provider shows an error to retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.responses['POST /auth/v1/token'] = () => rejection(503, 'unavailable', 'down')
  open('/auth')
  await signIn()
  await screen.findByText('An error occurred')
  screen.getByText('Please try again later.')
})

test('a form without an email address is not sent', async () => {
  open('/auth')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign In' }))
  await screen.findByText('Email is required')
  expect(fake.sent('POST')).toHaveLength(0)
})

test('the password can be shown', async () => {
  open('/auth')
  const password = await screen.findByLabelText<HTMLInputElement>('Password')
  expect(password).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password).toHaveAttribute('type', 'text')
})

test('the sign-up tab has its own URL; signing up creates an account without signing in', async () => {
  const router = open({ pathname: '/auth', search: '?tab=sign-up' })
  await userEvent.type(await screen.findByLabelText(/First name/), 'Nell')
  await userEvent.type(screen.getByLabelText('Email'), 'nell@aurelle.test')
  await userEvent.type(screen.getByLabelText('Password'), 'short')
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
  await screen.findByText('Password must be at least 6 characters long.')
  await userEvent.type(screen.getByLabelText('Password'), '-no-more')
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
  await screen.findByText('Account created!')
  screen.getByText('Please check your email to verify your account.')
  expect(JSON.parse(fake.sent('POST /auth/v1/signup')[0]?.body ?? '')).toMatchObject({
    email: 'nell@aurelle.test',
    data: { first_name: 'Nell', last_name: '' },
  })
  expect(router.state.location.pathname).toBe('/auth')
})

test('a rejected sign-up shows the reason', async () => {
  fake.responses['POST /auth/v1/signup'] = () =>
    Response.json({ code: 422, error_code: 'validation_failed', msg: 'Sign-ups are closed' }, { status: 422 })
  open({ pathname: '/auth', search: '?tab=sign-up' })
  await userEvent.type(await screen.findByLabelText('Email'), 'nell@aurelle.test')
  await userEvent.type(screen.getByLabelText('Password'), 'a-long-password-2026')
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
  await screen.findByText('Sign up failed')
  screen.getByText('Sign-ups are closed')
})

test('a typed email stands in the other tab too', async () => {
  open('/auth')
  await userEvent.type(await screen.findByLabelText('Email'), 'emma@example.test')
  await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }))
  await screen.findByLabelText(/First name/)
  expect(screen.getByLabelText('Email')).toHaveValue('emma@example.test')
  await userEvent.clear(screen.getByLabelText('Email'))
  await userEvent.type(screen.getByLabelText('Email'), 'emma.hale@example.test')
  await userEvent.click(screen.getByRole('tab', { name: 'Sign In' }))
  await waitFor(() => {
    expect(screen.queryByLabelText(/First name/)).not.toBeInTheDocument()
  })
  expect(screen.getByLabelText('Email')).toHaveValue('emma.hale@example.test')
})

test('switching tabs preserves the page to return to', async () => {
  const router = open({ pathname: '/auth', state: { from: '/cart' } })
  await userEvent.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=sign-up'))
  expect(router.state.location.state).toEqual({ from: '/cart' })
})
