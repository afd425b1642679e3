import { AuthProvider } from '@shop/auth'
import { CartProvider } from '@shop/cart'
import type { Remotes } from '@shop/federation'
import { RouterProvider } from '@shop/router'
import { SettingsProvider, type Settings } from '@shop/settings'
import { DataProvider, type Data } from '@shop/supabase'
import { Toaster, UiProvider } from '@shop/ui'
import { createStore, Provider as StoreProvider } from 'jotai'
import { useCallback, useState } from 'react'
import { composeRouter, type ShopRouter } from './composition/compose'
import { RetryProvider } from './composition/retry'

interface AppProps {
  data: Data
  remotes: Remotes
  settings: Settings
  nonce: string
  router: ShopRouter
}

/** The shop: what outlives a page (session, cart, toasts, look) around the router that composes the pages. */
export function App({ data, remotes, settings, nonce, router: first }: AppProps) {
  const [router, setRouter] = useState(first)
  const [store] = useState(createStore)
  const retry = useCallback(async () => {
    await remotes.renew()
    setRouter((failed) => {
      failed.dispose()
      return composeRouter(remotes, data)
    })
  }, [remotes, data])
  return (
    <UiProvider nonce={nonce}>
      <StoreProvider store={store}>
        <SettingsProvider value={settings}>
          <DataProvider data={data}>
            <AuthProvider>
              <CartProvider>
                <RetryProvider value={retry}>
                  <RouterProvider router={router} />
                  <Toaster />
                </RetryProvider>
              </CartProvider>
            </AuthProvider>
          </DataProvider>
        </SettingsProvider>
      </StoreProvider>
    </UiProvider>
  )
}
