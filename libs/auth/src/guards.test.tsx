// @vitest-environment happy-dom
import { createMemoryRouter, RouterProvider, useLocation } from '@shop/router'
import { DataProvider } from '@shop/supabase'
import { UiProvider } from '@shop/ui'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AuthProvider, useAuth } from './auth-provider'
import { fakeBackend, storeSession } from './fake-backend'
import { RequireAdmin, RequireSignIn } from './guards'

let fake: ReturnType<typeof fakeBackend>
let protectedShown = 0

function Protected() {
  protectedShown += 1
  const { signOut } = useAuth()
  return (
    <button
      onClick={() => {
        void signOut()
      }}
    >
      Protected
    </button>
  )
}

function Elsewhere() {
  const { pathname, state } = useLocation()
  return <p>{`${pathname} from ${state?.from}`}</p>
}

function open(path: string) {
  const routes = [
    { path: '/auth', element: <Elsewhere /> },
    { path: '/admin/login', element: <Elsewhere /> },
    {
      path: '/cart',
      element: (
        <RequireSignIn when={false}>
          <Protected />
        </RequireSignIn>
      ),
    },
    { path: '/account', element: <RequireSignIn />, children: [{ path: 'orders', element: <Protected /> }] },
    { path: '/admin', element: <RequireAdmin />, children: [{ path: 'orders', element: <Protected /> }] },
  ]
  render(
    <UiProvider>
      <DataProvider data={fake.data}>
        <AuthProvider>
          <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
        </AuthProvider>
      </DataProvider>
    </UiProvider>,
  )
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the client counts its instances, one a test
  fake = fakeBackend()
  protectedShown = 0
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['/account/orders?page=2', '/auth from /account/orders?page=2'],
  ['/admin/orders?status=failed', '/admin/login from /admin/orders?status=failed'],
])('a signed-out visitor of %s is redirected to sign in, with the page remembered', async (path, text) => {
  open(path)
  await screen.findByText(text)
  expect(protectedShown).toBe(0)
})

test('a page whose guard is off is open', async () => {
  open('/cart')
  await screen.findByText('Protected')
})

test('while the session is checked the page waits, then shows', async () => {
  storeSession()
  open('/account/orders')
  await screen.findByText('Checking authentication...')
  expect(protectedShown).toBe(0)
  await screen.findByText('Protected')
})

test('staff see the page once their rights are checked', async () => {
  fake.staff()
  storeSession()
  open('/admin/orders')
  await screen.findByText('Checking authentication...')
  await screen.findByText('Protected')
})

test('a shopper is redirected from the admin to its sign-in without a flash of it', async () => {
  storeSession()
  open('/admin/orders')
  await screen.findByText('/admin/login from /admin/orders')
  expect(protectedShown).toBe(0)
})

test('signing out closes the page', async () => {
  storeSession()
  open('/account/orders')
  const button = await screen.findByText('Protected')
  act(() => {
    fireEvent.click(button)
  })
  await screen.findByText('/auth from /account/orders')
})

test.each(['/account/orders', '/admin/orders'])(
  'when the check for %s fails an error is shown instead of the page, and a retry opens it',
  async (path) => {
    fake.answers['GET /auth/v1/user'] = () => fake.refusal(500, 'unexpected_failure', 'down')
    storeSession()
    open(path)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    expect(protectedShown).toBe(0)
    fakeBackend().staff()
    act(() => {
      fireEvent.click(retry)
    })
    await waitFor(() => screen.getByText('Protected'))
  },
)
