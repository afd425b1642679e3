// @vitest-environment happy-dom
import { DataProvider, type DataContextValue } from '@shop/supabase'
import { fakeSupabase, rejection, sessionOf, storeSession, type FakeSupabase } from '@shop/testing'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AuthProvider, useAuth, type Auth } from './auth-provider'

let fake: FakeSupabase
let data: DataContextValue
let auth: Auth

function Who() {
  auth = useAuth()
  const { status, user, error } = auth
  return <p>{[status, user?.firstName, error && 'error'].filter(Boolean).join(' ')}</p>
}

const shop = () => (
  <DataProvider data={data}>
    <AuthProvider>
      <Who />
    </AuthProvider>
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

/** Ends the session as the provider does when it cannot be renewed. */
const endSession = async () => {
  await act(async () => (await data.backend.auth()).signOut({ scope: 'local' }))
  await shows('signed-out')
}

test('a session that ends by itself keeps what was typed, and says whose it was, also after a reload', async () => {
  storeSession()
  sessionStorage.setItem('aurelle_checkout_draft', '{"line1":"5 Old Lane"}')
  data.queryClient.setQueryData(['an order seen earlier'], 'private')
  render(shop())
  await shows('signed-in Ada')
  await endSession()
  expect(auth.ended?.email).toBe('shopper@aurelle.test')
  expect(sessionStorage.getItem('aurelle_checkout_draft')).toContain('5 Old Lane')
  expect(data.queryClient.getQueryData(['an order seen earlier'])).toBeUndefined()
  cleanup()
  render(shop())
  await shows('signed-out')
  expect(auth.ended?.email).toBe('shopper@aurelle.test')
})

test('signing in again goes on where the session ended', async () => {
  storeSession()
  sessionStorage.setItem('aurelle_checkout_draft', '{"line1":"5 Old Lane"}')
  render(shop())
  await shows('signed-in Ada')
  await endSession()
  await act(() => auth.signInAgain('secret-1'))
  await shows('signed-in Ada')
  expect(JSON.parse(fake.sent('POST /auth/v1/token')[0]?.body ?? '')).toMatchObject({
    email: 'shopper@aurelle.test',
    password: 'secret-1',
  })
  expect(auth.ended).toBeNull()
  expect(sessionStorage.getItem('aurelle_checkout_draft')).toContain('5 Old Lane')
})

test('a wrong password leaves everything as it is', async () => {
  storeSession()
  render(shop())
  await shows('signed-in Ada')
  await endSession()
  fake.responses['POST /auth/v1/token'] = () =>
    rejection(400, 'invalid_credentials', 'Invalid login credentials')
  expect(await act(() => failure(auth.signInAgain('wrong')))).toBe('Invalid login credentials')
  expect(auth.ended?.email).toBe('shopper@aurelle.test')
})

test('somebody else who signs in finds nothing of whoever’s session has ended', async () => {
  storeSession()
  sessionStorage.setItem('aurelle_checkout_draft', '{"line1":"5 Old Lane"}')
  render(shop())
  await shows('signed-in Ada')
  await endSession()
  const other = { id: '22222222-2222-4222-8222-222222222222', email: 'b@b.test', user_metadata: {} }
  fake.responses['GET /auth/v1/user'] = () => Response.json(other)
  await act(() => auth.enter(sessionOf(other)))
  await shows('signed-in')
  expect(sessionStorage.getItem('aurelle_checkout_draft')).toBeNull()
})

test('forgetting an ended session clears the data of its owner from the device', async () => {
  storeSession()
  sessionStorage.setItem('aurelle_checkout_draft', '{"line1":"5 Old Lane"}')
  render(shop())
  await shows('signed-in Ada')
  await endSession()
  act(() => auth.forgetEnded())
  expect(auth.ended).toBeNull()
  expect(Object.keys(sessionStorage).filter((key) => key !== 'aurelle_age_confirmed')).toEqual([])
})

test('a sign-out in another tab clears this one, as the visitor asked for it', async () => {
  storeSession()
  sessionStorage.setItem('aurelle_checkout_draft', '{"line1":"5 Old Lane"}')
  render(shop())
  await shows('signed-in Ada')
  localStorage.setItem('aurelle_signed_out', '11111111-1111-4111-8111-111111111111') // the other tab's mark
  await endSession()
  expect(auth.ended).toBeNull()
  expect(sessionStorage.getItem('aurelle_checkout_draft')).toBeNull()
})

test('a sign-out in another tab also clears the tab whose session had ended before', async () => {
  storeSession()
  sessionStorage.setItem('aurelle_checkout_draft', '{"line1":"5 Old Lane"}')
  render(shop())
  await shows('signed-in Ada')
  await endSession()
  localStorage.setItem('aurelle_signed_out', '11111111-1111-4111-8111-111111111111')
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'aurelle_signed_out' }))
  })
  expect(auth.ended).toBeNull()
  expect(sessionStorage.getItem('aurelle_checkout_draft')).toBeNull()
})
