// @vitest-environment happy-dom
import { useLocation } from '@shop/router'
import { fakeSupabase, rejection, renderApp, shopper, storeSession, type FakeSupabase } from '@shop/testing'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AuthProvider, useAuth } from './auth-provider'
import { RequireSignIn } from './guards'

let fake: FakeSupabase
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
    {
      path: '/cart',
      element: (
        <RequireSignIn when={false}>
          <Protected />
        </RequireSignIn>
      ),
    },
    { path: '/account', element: <RequireSignIn />, children: [{ path: 'orders', element: <Protected /> }] },
  ]
  renderApp(routes, { path, providers: [AuthProvider] })
}

beforeEach(() => {
  fake = fakeSupabase()
  protectedShown = 0
})

test('a signed-out visitor is redirected to sign in, with the page remembered', async () => {
  open('/account/orders?page=2')
  await screen.findByText('/auth from /account/orders?page=2')
  expect(protectedShown).toBe(0)
})

test('a page whose guard is off is open', async () => {
  open('/cart')
  await screen.findByText('Protected')
})

test('while the session is checked the page waits, then shows', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  fake.responses['GET /auth/v1/user'] = async () => {
    await released
    return Response.json(shopper)
  }
  storeSession()
  open('/account/orders')
  await screen.findByText('Checking authentication...')
  expect(protectedShown).toBe(0)
  release()
  await screen.findByText('Protected')
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

test('when the check fails an error is shown instead of the page, and a retry opens it', async () => {
  fake.responses['GET /auth/v1/user'] = () => rejection(500, 'unexpected_failure', 'down')
  storeSession()
  open('/account/orders')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(protectedShown).toBe(0)
  delete fake.responses['GET /auth/v1/user']
  act(() => {
    fireEvent.click(retry)
  })
  await waitFor(() => screen.getByText('Protected'))
})
