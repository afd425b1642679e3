// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import {
  fakeSupabase,
  rejection,
  renderApp,
  storedSession,
  storedStaffSession,
  storeSession,
  storeStaffSession,
  unreachable,
  type FakeSupabase,
} from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import routes from '../../routes'
import { open } from '../../testing'

let fake: FakeSupabase

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase()
})

async function signIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'admin@aurelle.test')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}

test('the form cannot be submitted before email and password are filled in', async () => {
  open('/admin/login')
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign In' })
  expect(button).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Email'), 'admin@aurelle.test')
  expect(button).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Password'), 'x')
  expect(button).toBeEnabled()
  screen.getByText('Restricted access only')
  expect(screen.getByRole('link', { name: 'Back to Store' })).toHaveAttribute('href', '/')
})

test('staff are welcomed and redirected to the page they came for', async () => {
  fake.addStaff()
  const router = open({ pathname: '/admin/login', state: { from: '/admin/dashboard?period=month' } })
  await signIn()
  await screen.findByText('Welcome back!')
  await waitFor(() => expect(router.state.location.search).toBe('?period=month'))
})

test('staff are redirected to the dashboard wherever they came for, when the setting says so', async () => {
  fake.addStaff()
  const router = renderApp(routes, {
    path: { pathname: '/admin/login', state: { from: '/admin/products' } },
    settings: { ...testSettings, auth: { ...testSettings.auth, returnToOrigin: false } },
  })
  await signIn()
  await screen.findByText('Welcome back!')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'))
})

test('a return path outside the back office is ignored', async () => {
  fake.addStaff()
  const router = open({ pathname: '/admin/login', state: { from: '/admin/login' } })
  await signIn()
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'))
})

test('staff who are signed in already are redirected', async () => {
  fake.addStaff()
  storeStaffSession()
  const router = open('/admin/login')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'))
})

test('a shopper is signed out again, in this browser only, with a message', async () => {
  open('/admin/login')
  await signIn()
  await screen.findByText('Access Denied')
  screen.getByText('You need admin credentials to access this area.')
  expect(fake.sent('POST /auth/v1/logout')[0]?.line).toContain('scope=local')
  expect(storedStaffSession()).toBeNull()
})

test('a shop session in the same browser is left as it is', async () => {
  storeSession()
  const before = storedSession()
  open('/admin/login')
  await signIn()
  await screen.findByText('Access Denied')
  fake.addStaff()
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Welcome back!')
  expect(storedSession()).toBe(before)
  expect(storedStaffSession()).not.toBeNull()
})

test('a shop session alone does not open the back office', async () => {
  fake.addStaff()
  storeSession()
  open('/admin/login')
  await screen.findByRole('button', { name: 'Sign In' })
  expect(fake.requests).toHaveLength(0)
})

test('a provider that does not answer is an error, not a rejection', async () => {
  fake.responses['POST /auth/v1/token'] = unreachable
  open('/admin/login')
  await signIn()
  await screen.findByText('Sign In Error')
})

test('a wrong password shows the provider’s message', async () => {
  fake.responses['POST /auth/v1/token'] = () =>
    rejection(400, 'invalid_credentials', 'Invalid login credentials')
  open('/admin/login')
  await signIn()
  await screen.findByText('Sign In Failed')
  screen.getByText('Invalid login credentials')
})

test('rights that cannot be checked are an error, not a rejection', async () => {
  fake.responses['GET /rest/v1/admin_users'] = () => rejection(400, 'PGRST100', 'broken')
  open('/admin/login')
  await signIn()
  await screen.findByText('Sign In Error')
  screen.getByText('An unexpected error occurred.')
  expect(screen.queryByText('Access Denied')).not.toBeInTheDocument()
})
