// @vitest-environment happy-dom
import {
  fakeSupabase,
  rejection,
  sessionOf,
  storedSession,
  storeSession,
  type FakeSupabase,
} from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { open } from '../testing'

let fake: FakeSupabase

beforeEach(() => {
  fake = fakeSupabase()
  fake.responses['POST /auth/v1/recover'] = () => Response.json({})
  fake.responses['POST /auth/v1/verify'] = () => Response.json(sessionOf())
  fake.responses['PUT /auth/v1/user'] = () => Response.json(sessionOf().user)
})

const own = 'shopper@aurelle.test'
/** The path that a link of this kind leads to. */
const link = (type: string, email = own) =>
  `/auth/link#token_hash=secret&type=${type}&email=${encodeURIComponent(email)}`
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const verified = () => fake.sent('POST /auth/v1/verify').map(({ body }): unknown => JSON.parse(body))
const typed = 'copper lantern'

test('a link that confirms an account names it and asks for the password, which is then the account’s', async () => {
  const router = open(link('signup'))
  await title('Confirm your email address')
  screen.getByText(`This opens the account of ${own}.`)
  await waitFor(() => expect(router.state.location.hash).toBe(''))
  expect(verified()).toEqual([])
  await userEvent.type(screen.getByLabelText('Password'), typed)
  await press('Confirm and sign in')
  await title('Your email address is confirmed')
  screen.getByText(`You are signed in as ${own}.`)
  expect(verified()).toMatchObject([{ type: 'signup', token_hash: 'secret' }])
  expect(fake.sent('PUT /auth/v1/user').map(({ body }): unknown => JSON.parse(body))).toMatchObject([
    { password: typed },
  ])
  expect(storedSession()).toContain(sessionOf().user.id)
})

test('the password of the sign-up itself is taken as it is', async () => {
  fake.responses['PUT /auth/v1/user'] = () =>
    rejection(422, 'same_password', 'New password should be different from the old password.')
  open(link('signup'))
  await title('Confirm your email address')
  await userEvent.type(screen.getByLabelText('Password'), typed)
  await press('Confirm and sign in')
  await title('Your email address is confirmed')
})

test('a reload still knows the link', async () => {
  const router = open(link('signup'))
  await title('Confirm your email address')
  await waitFor(() => expect(router.state.location.state).toMatchObject({ tokenHash: 'secret', email: own }))
})

test('a link to choose a password uses it with the new password, and a rejected one can be mended', async () => {
  const router = open(link('recovery'))
  await title('Choose a new password')
  fake.responses['PUT /auth/v1/user'] = () => rejection(422, 'weak_password', 'Password is too easy.')
  await userEvent.type(screen.getByLabelText('New password'), typed)
  await press('Save password')
  await screen.findByText('Password is too easy.')
  expect(storedSession()).toBeNull()
  fake.responses['PUT /auth/v1/user'] = () => Response.json(sessionOf().user)
  await press('Save password')
  await screen.findByText('Password changed')
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'))
  expect(verified()).toHaveLength(1)
  expect(fake.sent('POST /auth/v1/logout').at(-1)?.line).toContain('scope=others')
})

test('a change of address asks for a press; the first mailbox says that the other is missing', async () => {
  fake.responses['POST /auth/v1/verify'] = () =>
    Response.json({ msg: 'Confirmation link accepted', code: '200' })
  open(link('email_change'))
  await title('Confirm the change of your email address')
  await press('Confirm the change')
  await title('One more email to open')
  expect(storedSession()).toBeNull()
})

test('the second mailbox completes a change of address', async () => {
  open(link('email_change'))
  await title('Confirm the change of your email address')
  await press('Confirm the change')
  await title('Your email address has been changed')
  screen.getByText(new RegExp(`^From now on you sign in with ${own}`))
})

test('tokens in an address sign nobody in', async () => {
  const { access_token: access, refresh_token: refresh } = sessionOf()
  open(`/auth/link#access_token=${access}&refresh_token=${refresh}&type=signup`)
  await title('This link has expired')
  expect(storedSession()).toBeNull()
})

test('a link that names another account than it opens signs nobody in', async () => {
  open(link('signup', 'ada@aurelle.test'))
  await title('Confirm your email address')
  await userEvent.type(screen.getByLabelText('Password'), typed)
  await press('Confirm and sign in')
  await title('This link has expired')
  expect(storedSession()).toBeNull()
  expect(fake.sent('PUT /auth/v1/user')).toEqual([])
})

test('a signed-in visitor is warned before another account replaces theirs', async () => {
  storeSession({ user: { ...sessionOf().user, id: 'b', email: 'ada@aurelle.test' } })
  fake.responses['GET /auth/v1/user'] = () =>
    Response.json({ ...sessionOf().user, id: 'b', email: 'ada@aurelle.test' })
  open(link('recovery'))
  await screen.findByText(/^You are signed in as ada@aurelle.test\./)
  expect(storedSession()).toContain('ada@aurelle.test')
})

test('the code of an email can be typed instead', async () => {
  open({ pathname: '/auth/link', state: { type: 'signup', email: own } })
  await title('Confirm your email address')
  fake.responses['POST /auth/v1/verify'] = () => rejection(403, 'otp_expired', 'Token has expired')
  await userEvent.type(screen.getByLabelText('Code from the email'), '123456')
  await userEvent.type(screen.getByLabelText('Password'), typed)
  await press('Confirm and sign in')
  await screen.findByText('This code is wrong or has expired.')
  expect(verified()).toMatchObject([{ type: 'signup', email: own, token: '123456' }])
})

test('a link that is used up or too old says so and sends a new one of the kind that is wanted', async () => {
  fake.responses['POST /auth/v1/verify'] = () => rejection(403, 'otp_expired', 'Email link is invalid')
  open(link('email_change'))
  await title('Confirm the change of your email address')
  await press('Confirm the change')
  await title('This link has expired')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@aurelle.test')
  await userEvent.type(screen.getByLabelText('Password'), typed)
  await press('Send again')
  await screen.findByText(/we’ve sent a new email/)
  expect(JSON.parse(fake.sent('POST /auth/v1/signup')[0]?.body ?? '')).toMatchObject({
    email: 'ada@aurelle.test',
    password: typed,
  })
  await userEvent.click(screen.getByLabelText('To choose a new password'))
  await press('Send again')
  await waitFor(() => expect(fake.sent('POST /auth/v1/recover')).toHaveLength(1))
})

test('an email that may not be sent again yet says why', async () => {
  fake.responses['POST /auth/v1/recover'] = () =>
    rejection(429, 'over_email_send_rate_limit', 'Email rate limit exceeded')
  open('/auth/forgot')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@aurelle.test')
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  await screen.findByText('Email rate limit exceeded')
  delete fake.responses['POST /auth/v1/recover']
  fake.responses['POST /auth/v1/recover'] = () => Response.json({})
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  await screen.findByText(/If ada@aurelle.test has an account with us/)
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

test('an account that waits for its confirmation is offered the email again', async () => {
  fake.responses['POST /auth/v1/token'] = () => rejection(400, 'email_not_confirmed', 'Email not confirmed')
  open('/auth')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@aurelle.test')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send the email again' }))
  await screen.findByText(/^Sent to ada@aurelle.test/)
  // It repeats this browser's own sign-up, whichever others the address has.
  expect(JSON.parse(fake.sent('POST /auth/v1/signup')[0]?.body ?? '')).toMatchObject({ password: 'secret-1' })
})
