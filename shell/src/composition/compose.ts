import { RemoteUnavailable, type Remotes } from '@shop/federation'
import { createBrowserRouter, matchRoutes, type HydrationState, type RouteObject } from '@shop/router'
import { loaderContext, type DataContextValue } from '@shop/supabase'
import { outletId, shellRoutes } from './routes'

/** The routes that a remote exposes. @throws RemoteUnavailable when it exposes something else */
export function routesOf(remote: string, exposed: unknown): RouteObject[] {
  if (Array.isArray(exposed)) return exposed.map((route: RouteObject) => ({ ...route }))
  throw new RemoteUnavailable(remote, new Error('./routes exports no list of routes'))
}

/** The shell's routes with those of a remote in their place. */
export function routesWith(remotes: Remotes, added: readonly RouteObject[]): RouteObject[] {
  return shellRoutes(remotes).map(
    (root) =>
      ({
        ...root,
        children: root.children?.map((page) =>
          page.id === outletId ? { ...page, children: [...(page.children ?? []), ...added] } : page,
        ),
      }) as RouteObject,
  )
}

/** Loads the code of the pages that a path matches, so that they can be drawn at once. */
export async function loadPages(routes: RouteObject[], path: string): Promise<void> {
  await Promise.all((matchRoutes(routes, path) ?? []).map(({ route }) => loadPage(route)))
}

/** Loads the code of every page that has any; one that cannot be loaded is tried again when it is asked for. */
export async function loadAllPages(routes: RouteObject[]): Promise<void> {
  await Promise.allSettled(routes.flatMap((route) => [loadPage(route), loadAllPages(route.children ?? [])]))
}

async function loadPage(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
}

/** A page that is there already when its router starts: drawn by the server, its remote's routes at hand. */
export interface FirstPage {
  remote: string | null
  routes: RouteObject[]
  hydrationData: HydrationState
}

/**
 * The router of one tab. A remote's routes join it when a path first needs them.
 *
 * A new one is made for every retry: the router remembers code that failed to load for as long as it lives.
 */
export function composeRouter(remotes: Remotes, data: DataContextValue, first?: FirstPage) {
  const added = new Set<string | null>(first ? [first.remote] : [])
  return createBrowserRouter(first?.routes ?? shellRoutes(remotes), {
    ...(first && { hydrationData: first.hydrationData }),
    getContext: () => loaderContext(data),
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const remote = remotes.at(path)
      if (!remote || added.has(remote)) return
      const routes = routesOf(remote, await remotes.routes(remote))
      if (signal.aborted) return
      added.add(remote)
      patch(outletId, routes)
    },
  })
}

export type ShopRouter = ReturnType<typeof composeRouter>
