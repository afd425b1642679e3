import { createRouterContext, RouterContextProvider, type LoaderFunction } from '@shop/router'
import { ensureQuery, type DataContextValue, type AppQuery } from './query'

const dataContext = createRouterContext<DataContextValue>()

/** The context every loader of one tab (or one request on a server) runs in. */
export function loaderContext(data: DataContextValue): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(dataContext, data)
  return context
}

/** What a route loader knows when it names the reads of its page. */
export interface LoadArgs {
  params: Readonly<Record<string, string | undefined>>
  url: URL
}

type Asked = AppQuery<unknown> | readonly AppQuery<unknown>[]

/** Reads through the cache. */
export type EnsureQuery = <T>(query: AppQuery<T>) => Promise<T>

/**
 * A loader that starts the reads a page will show, in parallel with the page's code.
 *
 * In the browser it does not wait, so that the page's skeletons stand at once; on a server it waits, so that the
 * first answer holds the content. A failed read is the page's to show, where it also has its retry.
 *
 * @param whole reads that are waited for in the browser too: what must stand before the visitor's place in the page can
 * be found again
 */
export function createLoader(
  asks: (args: LoadArgs) => Asked,
  whole?: (args: LoadArgs, read: EnsureQuery) => Promise<unknown>,
): LoaderFunction {
  return async ({ params, request, context }) => {
    const data = (context as unknown as RouterContextProvider).get(dataContext)
    const args = { params, url: new URL(request.url) }
    const asked = [asks(args)].flat() as AppQuery<unknown>[]
    const reads = Promise.allSettled(asked.map((query) => ensureQuery(data, query)))
    if (typeof document === 'undefined') await reads
    await whole?.(args, (query) => ensureQuery(data, query)).catch(() => undefined)
    return null
  }
}
