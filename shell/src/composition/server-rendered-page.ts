import type { Remotes } from '@shop/federation'
import { matchRoutes, type HydrationState, type RouteObject } from '@shop/router'
import { hydrateQueries, type DataContextValue } from '@shop/supabase'
import { loadPages, parseRemoteRoutes, composeRoutes, type ServerRenderedPage } from './compose'
import { isSubjectHandle } from '../handles'

/** Id of the script element with the page's dehydrated data. */
const stateElementId = 'shop-state'

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
 * Prepares the hydration of a server-rendered page: puts its data into the query cache, and loads its remote's routes and
 * code. Null when the page was not rendered on the server.
 * @throws RemoteUnavailable, and what loading the page's code throws
 */
export async function readServerRenderedPage(
  remotes: Remotes,
  data: DataContextValue,
): Promise<ServerRenderedPage | null> {
  const json = document.getElementById(stateElementId)?.textContent
  if (!json) return null
  const state: unknown = JSON.parse(json)
  if (typeof state !== 'object' || state === null || !('data' in state) || !('loaderData' in state))
    return null
  const { pathname } = location
  const remote = remotes.at(pathname)
  const routes = composeRoutes(remotes, remote ? parseRemoteRoutes(remote, await remotes.routes(remote)) : [])
  await loadPages(routes, pathname)
  hydrateQueries(data.queryClient, state.data)
  if ('missing' in state && state.missing === true) markNotFound(data, routes, pathname)
  return { remote, routes, hydrationData: { loaderData: state.loaderData as HydrationState['loaderData'] } }
}
