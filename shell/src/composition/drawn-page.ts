import type { Remotes } from '@shop/federation'
import { matchRoutes, type HydrationState, type RouteObject } from '@shop/router'
import { hydrateQueries, type DataContextValue } from '@shop/supabase'
import { loadPages, routesOf, routesWith, type FirstPage } from './compose'
import { isNamed } from '../handles'

/** Where the server left what it had read for the page. */
const stateElementId = 'shop-state'

/** One page stands for all things that are not there: what is missing at this address is known by the address alone. */
function markMissing({ queryClient }: DataContextValue, routes: RouteObject[], pathname: string): void {
  for (const {
    route: { handle },
    params,
  } of matchRoutes(routes, pathname) ?? []) {
    if (isNamed(handle)) queryClient.setQueryData(handle.named(params).key, null)
  }
}

/**
 * The page that the server drew, ready to be taken over: its data in the cache, its remote's routes and code loaded.
 * Null when the server left the page to the browser.
 * @throws RemoteUnavailable, and what loading the page's code throws
 */
export async function drawnPage(remotes: Remotes, data: DataContextValue): Promise<FirstPage | null> {
  const json = document.getElementById(stateElementId)?.textContent
  if (!json) return null
  const state: unknown = JSON.parse(json)
  if (typeof state !== 'object' || state === null || !('data' in state) || !('loaderData' in state))
    return null
  const { pathname } = location
  const remote = remotes.at(pathname)
  const routes = routesWith(remotes, remote ? routesOf(remote, await remotes.routes(remote)) : [])
  await loadPages(routes, pathname)
  hydrateQueries(data.queryClient, state.data)
  if ('missing' in state && state.missing === true) markMissing(data, routes, pathname)
  return { remote, routes, hydrationData: { loaderData: state.loaderData as HydrationState['loaderData'] } }
}
