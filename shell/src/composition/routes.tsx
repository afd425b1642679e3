import type { Remotes } from '@shop/federation'
import { ScrollRestoration, Outlet, useNavigation, type Location, type RouteObject } from '@shop/router'
import { ProgressLine } from '@shop/ui'
import { Suspense, useEffect } from 'react'
import { AgeGate } from '../age-gate/age-gate'
import information from '../information/routes'
import { Layout } from '../layout/layout'
import { ShopMessages } from '../layout/shop-messages'
import { NotFound } from '../not-found/not-found'
import { NotFoundHandle } from '../handles'
import { CheckoutSet } from './checkout-set'
import { confirmLoad } from './confirm-load'
import { PageCodeNote } from './page-code-note'
import { PageError } from './page-error'
import { PageSkeleton } from './page-skeleton'

/** Id of the route to which the routes of remotes are added. */
export const outletId = 'page'

// The first page of every document has the key "default", and would restore the scroll position of another one.
// The browser stores these keys: the secret id in a checkout's URL must not be part of one.
const scrollKey = ({ key, pathname, search }: Location) => {
  if (key !== 'default') return key
  return pathname.startsWith('/checkout/') ? pathname : pathname + search
}

/** Marks in the browser's timeline that the page is hydrated, or rendered. */
function PageReady() {
  useEffect(() => {
    performance.mark('shop-ready')
    confirmLoad()
  }, [])
  return null
}

// One element for all renders: React would discard the server's markup where it changes before the page's code is there.
const page = (
  <Suspense fallback={<PageSkeleton />}>
    <Outlet />
    <PageReady />
  </Suspense>
)

/** @param set id of the document's release set @param isWaiting the page is not rendered yet: a placeholder stands for it. */
function Root({ set, isWaiting = false }: { set: string; isWaiting?: boolean }) {
  const navigation = useNavigation()
  return (
    <>
      <ProgressLine active={navigation.state !== 'idle'} />
      <AgeGate />
      <Layout>{isWaiting ? <PageSkeleton /> : page}</Layout>
      <ShopMessages />
      {!isWaiting && <ScrollRestoration getKey={scrollKey} />}
      <PageCodeNote />
      {!isWaiting && <CheckoutSet set={set} />}
    </>
  )
}

const notFound = (isKnown: () => boolean) => ({ Component: NotFound, handle: new NotFoundHandle(isKnown) })

/**
 * The shell's own routes, with a splat route for each mount of a remote.
 *
 * The router loads a path's remote when nothing better than a splat matches, and its errors then reach the boundary
 * below the layout, so that header and footer stay.
 *
 * @param hasRoutes whether the routes of a path's remote are among those that are added
 */
export function shellRoutes(
  remotes: Remotes,
  hasRoutes: (pathname: string) => boolean = () => true,
): RouteObject[] {
  const remoteSplats = remotes
    .mounts()
    .filter((mount) => mount !== '/')
    .map((mount) => ({ path: `${mount}/*`, ...notFound(() => hasRoutes(mount)) }))
  return [
    {
      id: 'root',
      // The same component in both, so that header, menu and search keep their state when the page arrives.
      element: <Root set={remotes.set()} />,
      hydrateFallbackElement: <Root set={remotes.set()} isWaiting />,
      ErrorBoundary: () => (
        <>
          <AgeGate />
          <Layout>
            <PageError />
          </Layout>
          <ShopMessages />
        </>
      ),
      children: [
        {
          id: outletId,
          ErrorBoundary: PageError,
          children: [...information, ...remoteSplats, { path: '*', ...notFound(() => true) }],
        },
      ],
    },
  ]
}
