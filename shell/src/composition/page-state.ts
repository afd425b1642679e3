import type { StaticHandlerContext } from '@shop/router/server'
import type { DataContextValue } from '@shop/supabase'
import { dehydrateQueries } from '@shop/supabase/server'
import type { Crumb } from '@shop/ui'
import { breadcrumbsOf, subjectQuery } from '../layout/use-breadcrumbs'
import { outletId } from './routes'
import type { MatchedRoute } from './server-rendered-routes'

/** Dehydrated state, with which the browser hydrates a page. */
export interface PageState {
  data: unknown
  /** Its routes below the shell's outlet. */
  routes: MatchedRoute[]
  crumbs: Crumb[]
  /** The fragments that are rendered in it; absent without any. */
  fragments?: readonly string[]
  /** True for the page that all missing products or categories share. */
  missing?: boolean
}

/** The state of a rendered page. */
export function pageState(
  { matches, loaderData, actionData }: StaticHandlerContext,
  pathname: string,
  { queryClient }: DataContextValue,
  fragments: readonly string[],
): PageState {
  const outlet = matches.findIndex(({ route }) => route.id === outletId)
  const routes = matches.slice(outlet + 1).map(({ route: { id, path, index } }) => ({
    path,
    index,
    data: (loaderData[id] as unknown) ?? null,
    response: actionData?.[id] as unknown,
  }))
  const pages = matches.map(({ route, params }) => ({ handle: route.handle as unknown, params }))
  const query = subjectQuery(pages)
  const subject = query ? queryClient.getQueryData(query.key) : undefined
  return {
    data: dehydrateQueries(queryClient),
    routes,
    crumbs: breadcrumbsOf(pathname, pages, subject) ?? [],
    ...(fragments.length > 0 && { fragments }),
  }
}
