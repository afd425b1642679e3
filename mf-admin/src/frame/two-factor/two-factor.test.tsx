// @vitest-environment happy-dom
import {
  fakeSupabase,
  rejection,
  sessionOf,
  storedStaffSession,
  storeStaffSession,
  type FakeSupabase,
} from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../layout/back-office' // loaded here, so that no test waits for it
import './two-factor-dialog'
import './code-step'
import { open } from '../../testing'

let fake: FakeSupabase
const factor = {
  id: '33333333-3333-4333-8333-333333333333',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-02T10:00:00Z',
}
let factors: object[]
/** What the database says is missing. */
let step: 'verify' | 'enrol' | null

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  factors = [factor]
  step = null
  fake = fakeSupabase({ rpc: { second_factor_step: () => step } })
  fake.addStaff()
  fake.responses['GET /auth/v1/user'] = () => Response.json({ ...sessionOf().user, factors })
  const at = `/auth/v1/factors/${factor.id}`
  fake.responses[`POST ${at}/challenge`] = () =>
    Response.json({ id: 'c1', type: 'totp', expires_at: Date.now() / 1000 + 300 })
  fake.responses[`POST ${at}/verify`] = () => Response.json(sessionOf())
  fake.responses[`DELETE ${at}`] = () => Response.json({ id: factor.id })
  fake.responses['POST /auth/v1/factors'] = () =>
    Response.json({
      id: factor.id,
      type: 'totp',
      totp: {
        qr_code: '<svg/>',
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Shop:a%40b.test?secret=JBSWY3DPEHPK3PXP&issuer=Shop',
      },
    })
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
async function signIn() {
  const router = open('/admin/login')
  await userEvent.type(await screen.findByLabelText('Email'), 'admin@aurelle.test')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1')
  await press('Sign In')
  return router
}
const verified = () =>
  fake.sent(`POST /auth/v1/factors/${factor.id}/verify`).map(({ body }): unknown => JSON.parse(body))

test('a sign-in asks for the code, which may have spaces, and keeps nothing before it', async () => {
  step = 'verify'
  const router = await signIn()
  const code = await screen.findByLabelText('Code')
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(code).toHaveAttribute('inputmode', 'numeric')
  expect(storedStaffSession()).toBeNull()
  expect(router.state.location.pathname).toBe('/admin/login')
  await userEvent.type(code, '12')
  await press('Sign In')
  await screen.findByText('Enter the 6 digits of the code.')
  await userEvent.clear(code)
  await userEvent.click(code)
  await userEvent.paste(' 123 456 ')
  await press('Sign In')
  await screen.findByText('Welcome back!')
  expect(verified()).toEqual([{ challenge_id: 'c1', code: '123456' }])
  expect(storedStaffSession()).not.toBeNull()
})

test('a wrong code says so at its field, and too many say to wait', async () => {
  step = 'verify'
  const at = `POST /auth/v1/factors/${factor.id}/verify`
  fake.responses[at] = () => rejection(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  await signIn()
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  await press('Sign In')
  await screen.findByText(/^This code is wrong or was used already/)
  fake.responses[at] = () => rejection(429, 'over_request_rate_limit', 'Request rate limit reached')
  await press('Sign In')
  await screen.findByText(/^Too many wrong codes/)
})

test('whoever turns back signs in anew, and nothing of the sign-in stays', async () => {
  step = 'verify'
  await signIn()
  await press('Back')
  await screen.findByLabelText('Password')
  expect(fake.sent('POST /auth/v1/logout')[0]?.line).toContain('scope=local')
  expect(storedStaffSession()).toBeNull()
  expect(screen.queryByText(/Sign In (Failed|Error)/)).not.toBeInTheDocument()
})

test('a role that needs two-factor sign-in has it set up at the sign-in, by picture or by text', async () => {
  step = 'enrol'
  factors = [{ ...factor, id: '44444444-4444-4444-8444-444444444444', status: 'unverified' }]
  fake.responses['DELETE /auth/v1/factors/44444444-4444-4444-8444-444444444444'] = () => Response.json({})
  await signIn()
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  screen.getByText('JBSW Y3DP EHPK 3PXP')
  // What was begun before is forgotten.
  expect(fake.sent('DELETE /auth/v1/factors/44444444')).toHaveLength(1)
  await userEvent.type(screen.getByLabelText('Code'), '654321')
  await press('Turn on')
  await screen.findByText('Welcome back!')
  expect(verified()).toEqual([{ challenge_id: 'c1', code: '654321' }])
})

test('a session that lacks the second factor by now is told so', async () => {
  storeStaffSession()
  step = 'verify'
  fake.tables.admin_users = []
  open('/admin/dashboard')
  await screen.findByText('Your role needs two-factor sign-in. Please sign in again.')
  expect(storedStaffSession()).toBeNull()
})

test('a member turns their own two-factor sign-in on and off', async () => {
  storeStaffSession()
  factors = []
  open('/admin/nowhere')
  await press('Two-factor sign-in')
  await userEvent.type(await screen.findByLabelText('Code'), '111222')
  await press('Turn on')
  await screen.findByText('Turned on')
  await waitFor(() => expect(screen.queryByLabelText('Code')).not.toBeInTheDocument())
  factors = [factor]
  await press('Two-factor sign-in')
  await screen.findByText(/^On since 2 Nov 2026/)
  await press('Turn off')
  await screen.findByText('Turned off')
  expect(fake.sent(`DELETE /auth/v1/factors/${factor.id}`)).toHaveLength(1)
})
