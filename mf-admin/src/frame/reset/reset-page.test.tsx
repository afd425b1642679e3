// @vitest-environment happy-dom
import { fakeSupabase, rejection, sessionOf, storedStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../testing'

let fake: FakeSupabase
const email = 'admin@aurelle.test'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase()
  fake.responses['POST /auth/v1/recover'] = () => Response.json({})
  fake.responses['POST /auth/v1/verify'] = () => Response.json(sessionOf())
  fake.responses['PUT /auth/v1/user'] = () => Response.json(sessionOf().user)
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const sent = (line: string) => fake.sent(line).map(({ body }): unknown => JSON.parse(body))

async function choose(password: string, again = password) {
  await type('New password', password)
  await type('The same again', again)
  await press('Save password')
}

test('from the sign-in page a link is asked for, in words that tell nothing of the account', async () => {
  const router = open('/admin/login')
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  await screen.findByRole('heading', { name: 'Forgot your password?' })
  await type('Email', email)
  await press('Send the link')
  await screen.findByText(/^If admin@aurelle.test has an account with us, a link is on its way/)
  const [asked] = fake.sent('POST /auth/v1/recover')
  expect(asked?.line).toContain(encodeURIComponent('/admin/reset'))
  await userEvent.click(screen.getByRole('link', { name: 'enter the code from the email' }))
  await type('Code from the email', '123 456')
  await choose('a-new-password')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
  expect(sent('POST /auth/v1/verify')).toMatchObject([{ type: 'recovery', email, token: '123456' }])
})

test('a request that is rejected says why', async () => {
  fake.responses['POST /auth/v1/recover'] = () => rejection(429, 'over_email_send_rate_limit', 'Too many')
  open('/admin/forgot')
  await type('Email', 'nobody')
  await press('Send the link')
  await screen.findByText('Enter your email address.')
  await type('Email', '@lane.test')
  await press('Send the link')
  await screen.findByText('We couldn’t send the email')
  expect(screen.queryByText(/is on its way/)).not.toBeInTheDocument()
})

test('the link of the email sets the password on a press alone, and keeps no session', async () => {
  const router = open(`/admin/reset#token_hash=secret&type=recovery&email=${email}`)
  await screen.findByText(`For the account of ${email}.`)
  await waitFor(() => expect(router.state.location.hash).toBe(''))
  expect(fake.sent('POST /auth/v1/verify')).toEqual([])
  await choose('short')
  await screen.findByText('Use at least 10 characters.')
  await userEvent.clear(screen.getByLabelText('New password'))
  await userEvent.clear(screen.getByLabelText('The same again'))
  await choose('a-new-password', 'another-password')
  await screen.findByText('The passwords differ.')
  await userEvent.clear(screen.getByLabelText('The same again'))
  await type('The same again', 'a-new-password')
  await press('Save password')
  await screen.findByText('Password changed')
  expect(router.state.location.pathname).toBe('/admin/login')
  expect(sent('POST /auth/v1/verify')).toMatchObject([{ type: 'recovery', token_hash: 'secret' }])
  expect(sent('PUT /auth/v1/user')).toMatchObject([{ password: 'a-new-password' }])
  expect(fake.sent('POST /auth/v1/logout')[0]?.line).toContain('scope=global')
  expect(storedStaffSession()).toBeNull()
})

test('a link that was used leads to a new one', async () => {
  fake.responses['POST /auth/v1/verify'] = () => rejection(403, 'otp_expired', 'expired')
  open(`/admin/reset#token_hash=old&type=recovery&email=${email}`)
  await choose('a-new-password')
  await screen.findByText('This link no longer works')
  expect(screen.getByRole('link', { name: 'Send a new link' })).toHaveAttribute('href', '/admin/forgot')
})
