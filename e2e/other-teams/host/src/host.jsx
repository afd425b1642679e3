import { AuthProvider } from '@shop/auth'
import { CartProvider } from '@shop/cart'
import { createBrowserRouter, RouterProvider } from '@shop/router'
import { defaultSettings, SettingsProvider, SiteProvider } from '@shop/settings'
import { createBackend, createQueryClient, DataProvider, loaderContext } from '@shop/supabase'
import { UiProvider } from '@shop/ui'
import { WishlistProvider } from '@shop/wishlist'
import React from 'react'
import { createRoot } from 'react-dom/client'

// Another shop's page with one remote of this shop, whose backend is away.
const backendUrl = location.origin
const data = {
  backend: createBackend({ url: backendUrl, key: 'none' }, {}),
  queryClient: createQueryClient(),
}
const { default: routes } = await import('mf_account/routes')
const router = createBrowserRouter(routes, { getContext: () => loaderContext(data) })
window.hostReact = React

createRoot(document.getElementById('root')).render(
  <UiProvider>
    <SiteProvider value={{ siteUrl: backendUrl, backendUrl }}>
      <SettingsProvider value={defaultSettings}>
        <DataProvider data={data}>
          <AuthProvider>
            <CartProvider>
              <WishlistProvider>
                <RouterProvider router={router} />
              </WishlistProvider>
            </CartProvider>
          </AuthProvider>
        </DataProvider>
      </SettingsProvider>
    </SiteProvider>
  </UiProvider>,
)
