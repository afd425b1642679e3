import { AuthProvider } from '@shop/auth'
import { CartProvider } from '@shop/cart'
import type { Remotes } from '@shop/federation'
import { FragmentContext, RouterProvider } from '@shop/router'
import { SettingsProvider, SiteProvider, type Settings, type Site } from '@shop/settings'
import { DataProvider, type DataContextValue } from '@shop/supabase'
import { UiProvider, type StyleCache } from '@shop/ui'
import { WishlistProvider } from '@shop/wishlist'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { composeRouter, type ShopRouter } from './composition/compose'
import { fragmentHost } from './fragments/fragment-host'
import type { PageCode } from './composition/page-code'
import { PageCodeContext } from './composition/page-code-context'
import { prefetchPage, onLinkIntent } from './composition/prefetch'
import { RetryProvider } from './composition/retry'
import { FrameCrumbsContext, type FrameCrumbs } from './layout/frame-crumbs'

interface ProvidersProps {
  data: DataContextValue
  settings: Settings
  site: Site
  styles?: StyleCache
  /** Breadcrumbs of the page that is being opened, until its remote's routes are there. */
  frameCrumbs?: FrameCrumbs | null
  children: ReactNode
}

/** State that outlives a page: session, cart, wishlist, theme. One per tab, and one per request on a server. */
export function Providers({ data, settings, site, styles, frameCrumbs = null, children }: ProvidersProps) {
  return (
    <UiProvider styles={styles}>
      <SiteProvider value={site}>
        <SettingsProvider value={settings}>
          <DataProvider data={data}>
            <AuthProvider>
              <CartProvider>
                <WishlistProvider>
                  <FrameCrumbsContext value={frameCrumbs}>{children}</FrameCrumbsContext>
                </WishlistProvider>
              </CartProvider>
            </AuthProvider>
          </DataProvider>
        </SettingsProvider>
      </SiteProvider>
    </UiProvider>
  )
}

interface AppProps {
  data: DataContextValue
  remotes: Remotes
  settings: Settings
  site: Site
  router: ShopRouter
  frameCrumbs: FrameCrumbs | null
  /** The code of the page that the server rendered, if it did, and the fragments in it. */
  code: PageCode | null
  fragments: readonly string[]
}

/** The shop of one tab around the router that composes its pages. */
export function App({
  data,
  remotes,
  settings,
  site,
  router: first,
  frameCrumbs,
  code,
  fragments,
}: AppProps) {
  const [router, setRouter] = useState(first)
  useEffect(
    () =>
      onLinkIntent((url) => {
        prefetchPage(remotes, data, url).catch(() => undefined)
      }),
    [remotes, data],
  )
  const retry = useCallback(async () => {
    await remotes.renew()
    setRouter((failed) => {
      failed.dispose()
      return composeRouter(remotes, data)
    })
  }, [remotes, data])
  const host = useMemo(() => fragmentHost(remotes, fragments), [remotes, fragments])
  return (
    <Providers {...{ data, settings, site, frameCrumbs }}>
      <RetryProvider value={retry}>
        <FragmentContext value={host}>
          <PageCodeContext value={router === first ? code : null}>
            <RouterProvider router={router} />
          </PageCodeContext>
        </FragmentContext>
      </RetryProvider>
    </Providers>
  )
}
