// @vitest-environment happy-dom
import {
  fakeSupabase,
  refusal,
  sessionOf,
  storedSession,
  storeSession,
  type FakeSupabase,
} from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { open } from '../testing'

let fake: FakeSupabase

beforeEach(() => {
  fake = fakeSupabase()
  fake.answers['POST /auth/v1/recover'] = () => Response.json({})
  fake.answers['POST /auth/v1/resend'] = () => Response.json({})
})
afterEach(() => {
  location.hash = ''
})

const { access_token: access, refresh_token: refresh } = sessionOf()
/** Opens the page as a link of this kind leads to it. */
function follow(fragment: string) {
  location.hash = fragment
  return open('/auth/link')
}
const session = (type: string) => `#access_token=${access}&refresh_token=${refresh}&type=${type}`
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

test('a confirmed address is told, signed in, and its session leaves the address bar', async () => {
  follow(session('signup'))
  await title('Your email address is confirmed')
  screen.getByText('You are signed in as shopper@aurelle.test.')
  expect(storedSession()).toContain(access)
  expect(location.hash).toBe('')
})

test('a changed address is told', async () => {
  follow(session('email_change'))
  await title('Your email address has been changed')
  screen.getByText(/^From now on you sign in with shopper@aurelle\.test/)
})

test('a link to choose a password opens the form, which asks for no other', async () => {
  const router = follow(session('recovery'))
  await title('Choose a new password')
  expect(router.state.location.pathname).toBe('/auth/new-password')
  fake.answers['PUT /auth/v1/user'] = () => refusal(422, 'weak_password', 'Password is too easy.')
  await userEvent.type(screen.getByLabelText('New password'), 'copper lantern')
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }))
  await screen.findByText('Password is too easy.')
  fake.answers['PUT /auth/v1/user'] = () => Response.json(sessionOf().user)
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }))
  await screen.findByText('Password changed')
  expect(fake.sent('POST /auth/v1/logout').at(-1)?.line).toContain('scope=others')
})

test('whoever opens the form without a link is asked for the present password', async () => {
  storeSession()
  const router = open('/auth/new-password')
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/security'))
})

test('a link that is used up or too old says so and sends a new one of the kind that is wanted', async () => {
  follow('#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid')
  await title('This link has expired')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@aurelle.test')
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText(/we’ve sent a new email/)
  expect(fake.sent('POST /auth/v1/resend')).toHaveLength(1)
  await userEvent.click(screen.getByLabelText('To choose a new password'))
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(fake.sent('POST /auth/v1/recover')).toHaveLength(1))
})

test('a session that the provider refuses counts as used up', async () => {
  fake.answers['GET /auth/v1/user'] = () => refusal(403, 'session_not_found', 'gone')
  follow(session('signup'))
  await title('This link has expired')
  expect(storedSession()).toBeNull()
})

test('one of two confirmations says that the other is missing', async () => {
  follow('#message=Confirmation+link+accepted')
  await title('One more email to open')
  screen.getByText(/^This address is confirmed\./)
})

test('a letter that may not be sent again yet says why', async () => {
  fake.answers['POST /auth/v1/recover'] = () =>
    refusal(429, 'over_email_send_rate_limit', 'Email rate limit exceeded')
  open('/auth/forgot')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@aurelle.test')
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  await screen.findByText('Email rate limit exceeded')
  delete fake.answers['POST /auth/v1/recover']
  fake.answers['POST /auth/v1/recover'] = () => Response.json({})
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  await screen.findByText(/If ada@aurelle.test has an account with us/)
  expect(fake.sent('POST /auth/v1/recover').at(-1)?.line).toContain(
    `redirect_to=${encodeURIComponent(`${location.origin}/auth/link`)}`,
  )
})

test('switching tabs and back keeps what was typed', async () => {
  open('/auth')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@aurelle.test')
  await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }))
  await userEvent.type(await screen.findByLabelText(/First name/), 'Ada')
  await userEvent.click(screen.getByRole('tab', { name: 'Sign In' }))
  await waitFor(() => expect(screen.queryByLabelText(/First name/)).not.toBeInTheDocument())
  expect(screen.getByLabelText('Email')).toHaveValue('ada@aurelle.test')
  await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }))
  expect(await screen.findByLabelText(/First name/)).toHaveValue('Ada')
})

test('an account that waits for its confirmation is offered the letter again', async () => {
  fake.answers['POST /auth/v1/token'] = () => refusal(400, 'email_not_confirmed', 'Email not confirmed')
  open('/auth')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@aurelle.test')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send the email again' }))
  await screen.findByText(/^Sent to ada@aurelle.test/)
})
