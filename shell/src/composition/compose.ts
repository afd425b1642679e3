import { RemoteUnavailable, type Remotes } from '@shop/federation'
import { createBrowserRouter, loadCode, matchRoutes, type RouteObject } from '@shop/router'
import { loaderContext, type DataContextValue } from '@shop/supabase'
import type { PageCode } from './page-code'
import { pageRoutes } from './page-routes'
import { outletId, shellRoutes } from './routes'
import { hydrationDataOf, serverRenderedRoutes, type MatchedRoute } from './server-rendered-routes'

/** The routes that a remote exposes. @throws RemoteUnavailable when it exposes something else */
export function parseRemoteRoutes(remote: string, exposed: unknown): RouteObject[] {
  if (Array.isArray(exposed)) return exposed.map((route: RouteObject) => ({ ...route }))
  throw new RemoteUnavailable(remote, new Error('./routes exports no list of routes'))
}

/**
 * The shell's routes with others at their outlet, which come first where both match.
 * @param hasRoutes whether the routes of a path's remote are there; those that are added later count once they are
 */
export function composeRoutes(
  remotes: Remotes,
  added: readonly RouteObject[],
  hasRoutes?: (pathname: string) => boolean,
): RouteObject[] {
  return shellRoutes(remotes, hasRoutes).map(
    (root) =>
      ({
        ...root,
        children: root.children?.map((page) =>
          page.id === outletId ? { ...page, children: [...added, ...(page.children ?? [])] } : page,
        ),
      }) as RouteObject,
  )
}

/** Loads the code of the pages that a path matches, so that they can be rendered synchronously. */
export async function loadPages(routes: RouteObject[], path: string): Promise<void> {
  await Promise.all((matchRoutes(routes, path) ?? []).map(({ route }) => loadPage(route)))
}

/** Loads the code of every page; one that fails is loaded again when it is opened. */
export async function loadAllPages(routes: RouteObject[]): Promise<void> {
  await Promise.allSettled(routes.flatMap((route) => [loadPage(route), loadAllPages(route.children ?? [])]))
}

async function loadPage(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') Object.assign(route, await loadCode(route.lazy), { lazy: undefined })
}

/** A server-rendered page that the router hydrates. */
export interface ServerRenderedPage {
  routes: readonly MatchedRoute[]
  code: PageCode
}

/** The router of one tab. A remote's routes are added when a path first needs them. */
export function composeRouter(remotes: Remotes, data: DataContextValue, serverRendered?: ServerRenderedPage) {
  const added = new Set<string>()
  const first = serverRendered ? serverRenderedRoutes(serverRendered.routes, serverRendered.code) : []
  const hasRoutes = (pathname: string) => added.has(remotes.at(pathname) ?? '')
  return createBrowserRouter(pageRoutes(composeRoutes(remotes, first, hasRoutes)), {
    ...(serverRendered && { hydrationData: hydrationDataOf(serverRendered.routes) }),
    getContext: () => loaderContext(data),
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const remote = remotes.at(path)
      if (!remote || added.has(remote)) return
      const routes = pageRoutes(parseRemoteRoutes(remote, await remotes.routes(remote)))
      if (signal.aborted) return
      added.add(remote)
      patch(outletId, routes)
    },
  })
}

export type ShopRouter = ReturnType<typeof composeRouter>
