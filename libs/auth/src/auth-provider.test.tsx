// @vitest-environment happy-dom
import { DataProvider, queryOptions, useAppQuery } from '@shop/supabase'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AuthProvider, useAuth, type Auth } from './auth-provider'
import { fakeBackend, storeSession, storedSession } from './fake-backend'

let fake: ReturnType<typeof fakeBackend>
let auth: Auth

function Who() {
  auth = useAuth()
  const { status, adminStatus, user, admin, error } = auth
  return (
    <p>{[status, adminStatus, user?.firstName, admin?.role, error && 'error'].filter(Boolean).join(' ')}</p>
  )
}

const orders = queryOptions({
  key: ['orders'],
  queryFn: async (db) => ((await db.from('orders').select('id')).data ?? []).length,
})
const Orders = () => <p>orders {useAppQuery(orders).data}</p>

const shop = (page = <Who />) => (
  <DataProvider data={fake.data}>
    <AuthProvider>{page}</AuthProvider>
  </DataProvider>
)
const shows = (text: string) => waitFor(() => screen.getByText(text))
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.message : error),
  )

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the client counts its instances, one a test
  fake = fakeBackend()
})
afterEach(async () => {
  cleanup()
  await (await fake.data.backend.auth()).stopAutoRefresh()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a visitor without a session is signed out at once, without a request', () => {
  const loading = vi.spyOn(fake.data.backend, 'auth')
  render(shop())
  screen.getByText('signed-out none')
  expect(loading).not.toHaveBeenCalled()
  expect(fake.count()).toBe(0)
})

test('on a server the status is loading', () => {
  storeSession()
  expect(renderToString(shop())).toContain('loading loading')
})

test('a stored session is confirmed, then the shopper is signed in and is not staff', async () => {
  storeSession()
  render(shop())
  screen.getByText('loading loading')
  await shows('signed-in none Ada')
  expect(fake.sent('GET /auth/v1/user')).toHaveLength(1)
  expect(fake.sent('GET /rest/v1/admin_users')[0]?.path).toContain('is_active=eq.true')
  expect(fake.sent('PATCH')).toHaveLength(0)
})

test('staff are identified by their active row, and the time of the check is saved', async () => {
  fake.staff()
  storeSession()
  render(shop())
  await shows('signed-in admin Ada super_admin')
  await waitFor(() => {
    expect(fake.sent('PATCH /rest/v1/admin_users?id=eq.a1')[0]?.body).toContain('last_login_at')
  })
})

test('signing in resolves after the staff check', async () => {
  fake.staff()
  render(shop())
  const entered = await act(() => auth.signIn('shopper@aurelle.test', 'secret-1'))
  expect(entered).toMatchObject({
    user: { email: 'shopper@aurelle.test', lastName: 'Lane' },
    admin: { firstName: 'Rowan' },
  })
  await shows('signed-in admin Ada super_admin')
  expect(JSON.parse(fake.sent('POST /auth/v1/token')[0]?.body ?? '')).toMatchObject({
    email: 'shopper@aurelle.test',
    password: 'secret-1',
  })
})

test('a refused sign-in carries the provider’s message and leaves the visitor signed out', async () => {
  fake.answers['POST /auth/v1/token?grant_type=password'] = () =>
    fake.refusal(400, 'invalid_credentials', 'Invalid login credentials')
  render(shop())
  expect(await act(() => failure(auth.signIn('a@b.test', 'wrong')))).toBe('Invalid login credentials')
  screen.getByText('signed-out none')
})

test('signing up sends the names and does not sign in', async () => {
  render(shop())
  await act(() =>
    auth.signUp({ email: 'new@b.test', password: 'secret-1', firstName: 'Nell', lastName: 'Roe' }),
  )
  const [request] = fake.sent('POST /auth/v1/signup')
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    email: 'new@b.test',
    data: { first_name: 'Nell', last_name: 'Roe' },
  })
  expect(request?.path).toContain(`redirect_to=${encodeURIComponent(`${location.origin}/`)}`)
  screen.getByText('signed-out none')
})

test('signing out clears session, rights, cart, cached data and typed forms', async () => {
  fake.staff()
  fake.answers['GET /rest/v1/orders'] = () => Response.json([{ id: 1 }])
  storeSession()
  fake.data.backend.guest.ensure()
  fake.data.queryClient.setQueryData(['an order seen earlier'], 'private')
  sessionStorage.setItem('aurelle_checkout_draft', '{"line1":"5 Old Lane"}')
  sessionStorage.setItem('aurelle_age_confirmed', 'yes')
  render(
    shop(
      <>
        <Who />
        <Orders />
      </>,
    ),
  )
  await shows('signed-in admin Ada super_admin')
  await shows('orders 1')
  fake.answers['GET /rest/v1/orders'] = () => Response.json([])
  await act(() => auth.signOut())
  await shows('signed-out none')
  await shows('orders 0')
  expect(storedSession()).toBeNull()
  expect(Object.keys(sessionStorage)).toEqual(['aurelle_age_confirmed'])
  expect(fake.data.backend.guest.id()).toBeNull()
  expect(fake.data.queryClient.getQueryData(['an order seen earlier'])).toBeUndefined()
})

test.each([
  [429, 'Request rate limit reached'],
  [500, 'The shop could not be reached. Please try again.'],
])('a sign-out refused with %i shows the error, and the visitor stays signed in', async (status, message) => {
  storeSession()
  render(shop())
  await shows('signed-in none Ada')
  fake.answers['POST /auth/v1/logout'] = () =>
    fake.refusal(status, 'over_request_rate_limit', 'Request rate limit reached')
  expect(await act(() => failure(auth.signOut()))).toBe(message)
  screen.getByText('signed-in none Ada')
})

test.each([
  ['revoked', 403, 'session_not_found'],
  ['of a deleted user', 403, 'user_not_found'],
  ['signed with another key', 401, 'bad_jwt'],
])('a session %s ends as signed out, without further requests', async (_, status, code) => {
  fake.answers['GET /auth/v1/user'] = () => fake.refusal(status, code, code)
  storeSession()
  render(shop())
  await shows('signed-out none')
  expect(storedSession()).toBeNull()
  expect(fake.sent('GET /auth/v1/user')).toHaveLength(1)
  expect(fake.sent('GET /rest')).toHaveLength(0)
})

test('an expired session that cannot be renewed ends as signed out', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  storeSession({ expiresAt: 1000 })
  render(shop())
  await shows('signed-out none')
  expect(storedSession()).toBeNull()
  expect(fake.sent('POST /auth/v1/token')).toHaveLength(1)
})

test('while the backend is down the visitor is not signed in, the stored session is preserved, and a retry recovers', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.down()
  storeSession()
  render(shop())
  await shows('signed-out none error')
  expect(storedSession()).not.toBeNull()
  const healthy = fakeBackend()
  healthy.staff()
  await act(() => auth.retry())
  await shows('signed-in admin Ada super_admin')
})

test('rights that cannot be checked are not granted', async () => {
  fake.answers['GET /rest/v1/admin_users'] = () => fake.refusal(500, 'XX000', 'internal')
  storeSession()
  render(shop())
  await shows('signed-in none Ada error')
})

test('signing in in another tab is synchronised', async () => {
  render(shop())
  screen.getByText('signed-out none')
  storeSession()
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'aurelle_auth' }))
  })
  await shows('signed-in none Ada')
})

test('the link that confirms an e-mail address signs in', async () => {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 })).replaceAll('=', '')
  const header = btoa(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).replaceAll('=', '')
  location.hash = `#access_token=${header}.${claims}.c2ln&refresh_token=r&expires_in=3600&token_type=bearer&type=signup`
  render(shop())
  await shows('signed-in none Ada')
  expect(location.hash).toBe('')
})
