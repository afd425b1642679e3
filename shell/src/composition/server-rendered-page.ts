import type { Remotes } from '@shop/federation'
import { matchRoutes, type RouteObject } from '@shop/router'
import { hydrateQueries, type DataContextValue } from '@shop/supabase'
import type { Crumb } from '@shop/ui'
import { isSubjectHandle } from '../handles'
import { composeRoutes, loadPages, parseRemoteRoutes } from './compose'
import type { PageState } from './page-state'
import type { MatchedRoute } from './server-rendered-routes'

/** Id of the script element with the page's dehydrated data. */
const stateElementId = 'shop-state'

/** The state with which the server rendered this document's page. */
export interface ServerState {
  routes: MatchedRoute[]
  crumbs: Crumb[]
  missing: boolean
  /** The fragments that are rendered in it. */
  fragments: readonly string[]
}

/** Reads the page's state, and puts its data into the query cache; null where the server rendered no page. */
export function readServerState({ queryClient }: DataContextValue): ServerState | null {
  const json = document.getElementById(stateElementId)?.textContent
  if (!json) return null
  // The same release of the shell has written it.
  const { data, routes, crumbs, missing = false, fragments = [] } = JSON.parse(json) as PageState
  hydrateQueries(queryClient, data)
  return { routes, crumbs, missing, fragments }
}

/** All missing products share one rendered page: which one is missing follows from the URL alone. */
function markNotFound({ queryClient }: DataContextValue, routes: RouteObject[], pathname: string): void {
  for (const {
    route: { handle },
    params,
  } of matchRoutes(routes, pathname) ?? []) {
    if (isSubjectHandle(handle)) queryClient.setQueryData(handle.subject(params).key, null)
  }
}

/**
 * Loads the routes and the code of the server-rendered page.
 * @returns the shell's routes with those of the page's remote
 * @throws RemoteUnavailable, and what loading the page's code throws
 */
export async function loadServerRenderedPage(
  remotes: Remotes,
  data: DataContextValue,
  { missing }: ServerState,
): Promise<RouteObject[]> {
  const { pathname } = location
  const remote = remotes.at(pathname)
  const own = remote ? parseRemoteRoutes(remote, await remotes.routes(remote)) : []
  const routes = composeRoutes(remotes, own)
  await loadPages(routes, pathname)
  if (missing) markNotFound(data, routes, pathname)
  return routes
}
