import { RemoteUnavailable, type Remotes } from '@shop/federation'
import { createBrowserRouter, loaderContext, type RouteObject } from '@shop/router'
import type { Data } from '@shop/supabase'
import { outletId, shellRoutes } from './routes'

function routesOf(remote: string, exposed: unknown): RouteObject[] {
  if (Array.isArray(exposed)) return exposed as RouteObject[]
  throw new RemoteUnavailable(remote, new Error('./routes exports no list of routes'))
}

/**
 * The router of one tab. A remote's routes join it when a path first needs them.
 *
 * A new one is made for every retry: the router remembers code that failed to load for as long as it lives.
 */
export function composeRouter(remotes: Remotes, data: Data) {
  const added = new Set<string>()
  return createBrowserRouter(shellRoutes(remotes), {
    getContext: () => loaderContext(data),
    async patchRoutesOnNavigation({ path, patch, signal }) {
      const remote = remotes.at(path)
      if (!remote || added.has(remote)) return
      const routes = routesOf(remote, await remotes.routes(remote))
      if (signal.aborted) return
      added.add(remote)
      patch(outletId, routes.map((route) => ({ ...route })))
    },
  })
}

export type ShopRouter = ReturnType<typeof composeRouter>
