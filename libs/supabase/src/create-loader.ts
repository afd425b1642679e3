import { createRouterContext, RouterContextProvider, type LoaderFunction } from '@shop/router'
import { ensureQuery, type DataContextValue, type AppQuery } from './query'

const dataContext = createRouterContext<DataContextValue>()

/** The context of all loaders: one per tab, or one per request on a server. */
export function loaderContext(data: DataContextValue): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(dataContext, data)
  return context
}

/** The arguments from which a loader chooses its queries. */
export interface LoadArgs {
  params: Readonly<Record<string, string | undefined>>
  url: URL
}

type Queries = AppQuery<unknown> | readonly AppQuery<unknown>[]

/** Fetches a query unless it is cached. */
export type EnsureQuery = <T>(query: AppQuery<T>) => Promise<T>

/**
 * A route loader that fetches a page's queries in parallel with its code.
 *
 * In the browser it does not wait for them, so that the page shows its skeletons; on a server it does, so that the HTML
 * has the content. Errors are not thrown: the page shows them, with a retry. It returns no data: components read the same
 * queries from TanStack Query's cache, which shares them between pages and reads them again; a copy in the router would not.
 *
 * @param blocking queries that are awaited in the browser too, for scroll restoration
 */
export function createLoader(
  queriesFor: (args: LoadArgs) => Queries,
  blocking?: (args: LoadArgs, ensure: EnsureQuery) => Promise<unknown>,
): LoaderFunction {
  return async ({ params, request, context }) => {
    const data = context.get(dataContext)
    const args = { params, url: new URL(request.url) }
    const queries = [queriesFor(args)].flat() as AppQuery<unknown>[]
    const settled = Promise.allSettled(queries.map((query) => ensureQuery(data, query)))
    if (typeof document === 'undefined') await settled
    await blocking?.(args, (query) => ensureQuery(data, query)).catch(() => undefined)
    return null
  }
}
