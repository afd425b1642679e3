import type { Remotes } from '@shop/federation'
import { ScrollRestoration, Outlet, useNavigation, type Location, type RouteObject } from '@shop/router'
import { ProgressLine } from '@shop/ui'
import { AgeGate } from '../age-gate/age-gate'
import information from '../information/routes'
import { Layout } from '../layout/layout'
import { NotFound } from '../not-found/not-found'
import { nowhere } from '../handles'
import { PageError } from './page-error'
import { PageSkeleton } from './page-skeleton'

/** Where the routes of remotes are added. */
export const outletId = 'page'

// The first page of every document has the key "default": by that alone it would start where another one was left.
// The browser keeps these names: the id in a checkout's address, which opens a name and an address, is none of them.
const placeInHistory = ({ key, pathname, search }: Location) => {
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
      <ScrollRestoration getKey={placeInHistory} />
    </>
  )
}

const lost = { Component: NotFound, handle: nowhere }

/**
 * The shell's own routes, with a place held for every remote.
 *
 * The held places are splats: the router asks for a path's remote when nothing better matches, and what goes wrong
 * then lands in the boundary below the layout, so that header and footer stay.
 */
export function shellRoutes(remotes: Remotes): RouteObject[] {
  const held = remotes
    .mounts()
    .filter((mount) => mount !== '/')
    .map((mount) => ({ path: `${mount}/*`, ...lost }))
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
          children: [...information, ...held, { path: '*', ...lost }],
        },
      ],
    },
  ]
}
