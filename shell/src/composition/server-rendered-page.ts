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

/** The state with which the server drew this document's page; null when it drew none. */
export interface DrawnState {
  data: unknown
  loaderData: HydrationState['loaderData']
  /** The answer to the form that was posted. */
  actionData: HydrationState['actionData']
  missing: boolean
}

/** Reads the page's state, and puts its data into the query cache: no code of the page is needed for it. */
export function readDrawnState({ queryClient }: DataContextValue): DrawnState | null {
  const json = document.getElementById(stateElementId)?.textContent
  if (!json) return null
  const state: unknown = JSON.parse(json)
  if (typeof state !== 'object' || state === null || !('data' in state) || !('loaderData' in state))
    return null
  hydrateQueries(queryClient, state.data)
  return {
    data: state.data,
    loaderData: state.loaderData as HydrationState['loaderData'],
    actionData: ('actionData' in state ? state.actionData : null) as HydrationState['actionData'],
    missing: 'missing' in state && state.missing === true,
  }
}

/**
 * Loads the routes and the code of the drawn page's remote.
 * @throws RemoteUnavailable, and what loading the page's code throws
 */
export async function loadDrawnPage(
  remotes: Remotes,
  data: DataContextValue,
  { loaderData, actionData, missing }: DrawnState,
): Promise<ServerRenderedPage & { own: RouteObject[] }> {
  const { pathname } = location
  const remote = remotes.at(pathname)
  const own = remote ? parseRemoteRoutes(remote, await remotes.routes(remote)) : []
  await loadPages(own, pathname)
  const routes = composeRoutes(remotes, own)
  if (missing) markNotFound(data, routes, pathname)
  // The shell's own pages.
  await loadPages(routes, pathname)
  return { remote, own, routes, hydrationData: { loaderData, actionData } }
}
