import type { Remotes } from '@shop/federation'
import type { HydrationState } from '@shop/router'
import { unpackData, type Data } from '@shop/supabase'
import { loadPages, routesOf, routesWith, type FirstPage } from './compose'

/** Where the server left what it had read for the page. */
const stateElementId = 'shop-state'

/**
 * The page that the server drew, ready to be taken over: its data in the cache, its remote's routes and code loaded.
 * Null when the server left the page to the browser.
 * @throws RemoteUnavailable, and what loading the page's code throws
 */
export async function drawnPage(remotes: Remotes, data: Data): Promise<FirstPage | null> {
  const json = document.getElementById(stateElementId)?.textContent
  if (!json) return null
  const state: unknown = JSON.parse(json)
  if (typeof state !== 'object' || state === null || !('data' in state) || !('loaderData' in state)) return null
  const { pathname } = location
  const remote = remotes.at(pathname)
  const routes = routesWith(remotes, remote ? routesOf(remote, await remotes.routes(remote)) : [])
  await loadPages(routes, pathname)
  unpackData(data.queryClient, state.data)
  return { remote, routes, hydrationData: { loaderData: state.loaderData as HydrationState['loaderData'] } }
}
