import type { Remotes } from '@shop/federation'
import { ScrollRestoration, Outlet, useNavigation, type Location, type RouteObject } from '@shop/router'
import { ProgressLine } from '@shop/ui'
import { AgeGate } from '../age-gate/age-gate'
import information from '../information/routes'
import { Layout } from '../layout/layout'
import { NotFound } from '../not-found/not-found'
import { notFoundHandle } from '../handles'
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

function Root() {
  const navigation = useNavigation()
  return (
    <>
      <ProgressLine active={navigation.state !== 'idle'} />
      <AgeGate />
      <Layout>
        <Outlet />
      </Layout>
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

const notFound = { Component: NotFound, handle: notFoundHandle }

/**
 * The shell's own routes, with a splat route for each mount of a remote.
 *
 * The router loads a path's remote when nothing better than a splat matches, and its errors then reach the boundary
 * below the layout, so that header and footer stay.
 */
export function shellRoutes(remotes: Remotes): RouteObject[] {
  const remoteSplats = remotes
    .mounts()
    .filter((mount) => mount !== '/')
    .map((mount) => ({ path: `${mount}/*`, ...notFound }))
  return [
    {
      id: 'root',
      Component: Root,
      HydrateFallback: () => (
        <>
          <AgeGate />
          <Layout>
            <PageSkeleton />
          </Layout>
        </>
      ),
      ErrorBoundary: () => (
        <>
          <AgeGate />
          <Layout>
            <PageError />
          </Layout>
        </>
      ),
      children: [
        {
          id: outletId,
          ErrorBoundary: PageError,
          children: [...information, ...remoteSplats, { path: '*', ...notFound }],
        },
      ],
    },
  ]
}
