import { useAuth } from '@shop/auth'
import { useCart } from '@shop/cart'
import { defineRoutes, Link, Outlet, RouterProvider } from '@shop/router'
import { createMemoryRouter } from '@shop/router/testing'
import { SettingsProvider } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import { createBackend, createQueryClient, DataProvider, queryOptions } from '@shop/supabase'
import { Toaster, UiProvider } from '@shop/ui'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { Layout } from './layout'

const account = { id: 'u1', email: 'ada@aurelle.test', firstName: 'Ada', lastName: 'Lane' }
/** The mocked calls of `useAuth`. */
export const authCalls = {
  error: null,
  ended: null,
  enter: vi.fn(),
  signUp: vi.fn(),
  signInAgain: vi.fn(),
  forgetEnded: vi.fn(),
  signOut: vi.fn(),
  retry: vi.fn(),
}

/** Sets the visitor and their cart's item count; the test mocks `@shop/auth` and `@shop/cart`. */
export function mockVisitor(who: 'stranger' | 'shopper' | 'unknown', count = 0) {
  const signedIn = who === 'shopper'
  vi.mocked(useAuth).mockReturnValue({
    ...authCalls,
    status: signedIn ? 'signed-in' : who === 'unknown' ? 'loading' : 'signed-out',
    user: signedIn ? account : null,
  })
  vi.mocked(useCart).mockReturnValue({
    lines: [],
    count,
    subtotalPence: 0,
    status: who === 'unknown' ? 'loading' : 'ready',
    busy: false,
    renewGuest: vi.fn(),
    refetch: vi.fn(),
    add: vi.fn(),
    setQuantity: vi.fn(),
    remove: vi.fn(),
    changeVariant: vi.fn(),
    restore: vi.fn(),
  })
}

const subject = queryOptions({ key: ['thing'], queryFn: () => Promise.resolve({ name: 'Riva Pebble' }) })

/** Renders a shop of a few pages at a path. */
export function renderShop(path = '/') {
  const Root = () => (
    <>
      <Layout>
        <Outlet />
      </Layout>
      <Toaster />
    </>
  )
  const page = (text: string) => () => (
    <>
      <h1>{text}</h1>
      <Link to="/faq">Onwards</Link>
    </>
  )
  const router = createMemoryRouter(
    [
      {
        Component: Root,
        children: [
          ...defineRoutes([
            { path: '/', Component: page('Home page') },
            { path: '/faq', crumb: 'FAQ', Component: page('Questions') },
            { path: '/products', Component: page('Things') },
            { path: '/products/:slug', subject: () => subject, Component: page('Thing') },
          ]),
          { path: '/admin/*', Component: page('Desk') },
          { path: '*', Component: page('Elsewhere') },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(
    <UiProvider>
      <DataProvider
        data={{
          backend: createBackend({ url: 'http://backend.test', key: 'k' }),
          queryClient: createQueryClient(),
        }}
      >
        <SettingsProvider value={testSettings}>
          <RouterProvider router={router} />
        </SettingsProvider>
      </DataProvider>
    </UiProvider>,
  )
  return router
}
