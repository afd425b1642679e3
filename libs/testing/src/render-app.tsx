import { Outlet, RouterProvider, type RouteObject } from '@shop/router'
import { createMemoryRouter } from '@shop/router/testing'
import { SettingsProvider, type Settings } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import {
  createBackend,
  createQueryClient,
  DataProvider,
  loaderContext,
  type DataContextValue,
} from '@shop/supabase'
import { Toaster, UiProvider } from '@shop/ui'
import { stylesOutsideDocument } from '@shop/ui/testing'
import { render } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'

export interface RenderOptions {
  /** The URL to open, `/` by default. */
  path?: string | { pathname: string; search?: string; state?: unknown }
  settings?: Settings
  /** Client of the backend; a new one by default. */
  data?: DataContextValue
  /** Providers of libs that this one may not import (auth, cart, wishlist), outermost first. */
  providers?: ComponentType<{ children: ReactNode }>[]
  /** Shows the toasts; a `Toaster` by default. */
  messages?: ReactNode
}

/**
 * Opens a path of an app as the shell would; paths the routes do not have show "Elsewhere". What a stylesheet hides counts as visible
 * here: journeys look at it in a browser.
 * @returns the router; its `state.location` is the current URL
 */
export function renderApp(
  routes: RouteObject[],
  {
    path = '/',
    settings = { ...testSettings, freeDeliveryFrom: 25 },
    data = {
      backend: createBackend({ url: 'http://backend.test', key: 'publishable' }),
      queryClient: createQueryClient(),
    },
    providers = [],
    messages = <Toaster />,
  }: RenderOptions = {},
) {
  const frame = (
    <>
      <Outlet />
      {messages}
    </>
  )
  const children = [...routes, { path: '*', element: <p>Elsewhere</p> }]
  const router = createMemoryRouter([{ element: frame, HydrateFallback: () => null, children }], {
    initialEntries: [path],
    getContext: () => loaderContext(data),
  })
  render(
    <UiProvider styles={stylesOutsideDocument}>
      <SettingsProvider value={settings}>
        <DataProvider data={data}>
          {providers.reduceRight<ReactNode>(
            (children, Provider) => (
              <Provider>{children}</Provider>
            ),
            <RouterProvider router={router} />,
          )}
        </DataProvider>
      </SettingsProvider>
    </UiProvider>,
  )
  return router
}
