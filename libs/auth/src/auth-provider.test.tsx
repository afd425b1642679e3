// @vitest-environment happy-dom
import { BackendError, DataProvider, queryOptions, useAppQuery, type DataContextValue } from '@shop/supabase'
import {
  fakeSupabase,
  rejection,
  sessionOf,
  storedSession,
  storeSession,
  storeStaffSession,
  unreachable,
  type FakeSupabase,
} from '@shop/testing'
import { act, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AuthProvider, useAuth, type Auth } from './auth-provider'

let fake: FakeSupabase
let data: DataContextValue
let auth: Auth

function Who() {
  auth = useAuth()
  const { status, user, error } = auth
  return <p>{[status, user?.firstName, error && 'error'].filter(Boolean).join(' ')}</p>
}

const orders = queryOptions({
  key: ['orders'],
  queryFn: async (db) => ((await db.from('orders').select('id')).data ?? []).length,
})
const Orders = () => <p>orders {useAppQuery(orders).data}</p>

const shop = (page = <Who />) => (
  <DataProvider data={data}>
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
  fake = fakeSupabase()
  data = fake.connect()
})
afterEach(async () => {
  await (await data.backend.auth()).stopAutoRefresh()
})

test('a visitor without a session is signed out at once, without a request', () => {
  const loading = vi.spyOn(data.backend, 'auth')
  render(shop())
  screen.getByText('signed-out')
  expect(loading).not.toHaveBeenCalled()
  expect(fake.requests).toHaveLength(0)
})

test('on a server the status is loading', () => {
  storeSession()
  expect(renderToString(shop())).toContain('loading')
})

test('a stored session is confirmed, then the shopper is signed in; whether they are staff is not asked', async () => {
  storeSession()
  render(shop())
  screen.getByText('loading')
  await shows('signed-in Ada')
  expect(fake.sent('GET /auth/v1/user')).toHaveLength(1)
  expect(fake.sent('GET /rest')).toHaveLength(0)
})

test('a session of the provider is confirmed and entered with', async () => {
  render(shop())
  const session = sessionOf()
  await act(() => auth.enter(session))
  await shows('signed-in Ada')
  expect(storedSession()).toContain(session.access_token)
})

test('a session that the provider rejects signs nobody in', async () => {
  fake.responses['GET /auth/v1/user'] = () => rejection(401, 'bad_jwt', 'Invalid token')
  render(shop())
  expect(await act(() => failure(auth.enter(sessionOf())))).toBe('Invalid token')
  screen.getByText('signed-out')
  expect(storedSession()).toBeNull()
})

test('a session of the back office is not one of the shop', () => {
  storeStaffSession()
  render(shop())
  screen.getByText('signed-out')
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
  expect(request?.line).toContain(`redirect_to=${encodeURIComponent(`${location.origin}/`)}`)
  screen.getByText('signed-out')
})

test('signing out clears session, cart, cached data and typed forms', async () => {
  fake.responses['GET /rest/v1/orders'] = () => Response.json([{ id: 1 }])
  storeSession()
  data.backend.guest.ensure()
  data.queryClient.setQueryData(['an order seen earlier'], 'private')
  sessionStorage.setItem('aurelle_checkout_draft', '{"line1":"5 Old Lane"}')
  sessionStorage.setItem('aurelle_age_confirmed', 'yes')
  localStorage.setItem('aurelle_checkout_session', 'cs_of_the_last_buyer')
  localStorage.setItem('theme', 'dark')
  render(
    shop(
      <>
        <Who />
        <Orders />
      </>,
    ),
  )
  await shows('signed-in Ada')
  await shows('orders 1')
  fake.responses['GET /rest/v1/orders'] = () => Response.json([])
  await act(() => auth.signOut())
  await shows('signed-out')
  await shows('orders 0')
  expect(storedSession()).toBeNull()
  expect(Object.keys(sessionStorage)).toEqual(['aurelle_age_confirmed'])
  expect(data.backend.guest.id()).toBeNull()
  expect(data.queryClient.getQueryData(['an order seen earlier'])).toBeUndefined()
  expect(localStorage.getItem('aurelle_checkout_session')).toBeNull()
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(auth.ended).toBeNull()
})

test.each([
  [429, 'Request rate limit reached'],
  [500, 'The shop could not be reached. Please try again.'],
])(
  'a sign-out rejected with %i shows the error, and the visitor stays signed in',
  async (status, message) => {
    storeSession()
    render(shop())
    await shows('signed-in Ada')
    fake.responses['POST /auth/v1/logout'] = () =>
      rejection(status, 'over_request_rate_limit', 'Request rate limit reached')
    expect(await act(() => failure(auth.signOut()))).toBe(message)
    screen.getByText('signed-in Ada')
  },
)

test.each([
  ['revoked', 403, 'session_not_found'],
  ['of a deleted user', 403, 'user_not_found'],
  ['signed with another key', 401, 'bad_jwt'],
])('a session %s ends as signed out, without further requests', async (_, status, code) => {
  fake.responses['GET /auth/v1/user'] = () => rejection(status, code, code)
  storeSession()
  render(shop())
  await shows('signed-out')
  expect(storedSession()).toBeNull()
  expect(fake.sent('GET /auth/v1/user')).toHaveLength(1)
  expect(fake.sent('GET /rest')).toHaveLength(0)
})

test('an expired session that cannot be renewed ends as signed out', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.responses['POST /auth/v1/token'] = () =>
    rejection(400, 'refresh_token_not_found', 'Invalid Refresh Token')
  storeSession({ expiresAt: 1000 })
  render(shop())
  await shows('signed-out')
  expect(storedSession()).toBeNull()
  expect(fake.sent('POST /auth/v1/token')).toHaveLength(1)
  expect(auth.ended?.email).toBe('shopper@aurelle.test')
})

test('while the backend is down the visitor is not signed in, the stored session is preserved, and a retry recovers', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.fail({ response: unreachable })
  storeSession()
  render(shop())
  await shows('signed-out error')
  expect(storedSession()).not.toBeNull()
  expect(auth.ended).toBeNull()
  fake.recover()
  await act(() => auth.retry())
  await shows('signed-in Ada')
})

test('signing in in another tab is synchronised', async () => {
  render(shop())
  screen.getByText('signed-out')
  storeSession()
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'aurelle_auth' }))
  })
  await shows('signed-in Ada')
})

test('a sign-out ends the session of this browser alone', async () => {
  storeSession()
  render(shop())
  await shows('signed-in Ada')
  await act(() => auth.signOut())
  expect(fake.sent('POST /auth/v1/logout')[0]?.line).toContain('scope=local')
})

test.each(['focus', 'visibilitychange'])(
  'a session that another device has ended ends here on %s',
  async (event) => {
    storeSession()
    render(shop())
    await shows('signed-in Ada')
    fake.responses['GET /auth/v1/user'] = () => rejection(403, 'session_not_found', 'Session not found')
    act(() => {
      const target = event === 'focus' ? window : document
      target.dispatchEvent(new Event(event))
    })
    await shows('signed-out')
    expect(storedSession()).toBeNull()
  },
)

test('a session that the backend rejects ends here at once', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  storeSession()
  render(shop())
  await shows('signed-in Ada')
  fake.responses['GET /auth/v1/user'] = () => rejection(403, 'session_not_found', 'Session not found')
  const respond = (status: number) =>
    data.queryClient
      .fetchQuery({
        queryKey: ['orders', status],
        queryFn: () => Promise.reject(new BackendError(status, { message: 'You have been signed out.' })),
      })
      .catch(() => undefined)
  await respond(404)
  screen.getByText('signed-in Ada')
  await act(() => respond(401))
  await shows('signed-out')
  expect(storedSession()).toBeNull()
})

test('coming back while the backend is down changes nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  storeSession()
  render(shop())
  await shows('signed-in Ada')
  fake.fail({ response: unreachable })
  const asked = fake.sent('GET /auth/v1/user').length
  act(() => {
    window.dispatchEvent(new Event('focus'))
  })
  await waitFor(() => expect(fake.sent('GET /auth/v1/user').length).toBeGreaterThan(asked))
  screen.getByText('signed-in Ada')
  expect(storedSession()).not.toBeNull()
})
