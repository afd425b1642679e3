import { createRouterContext, RouterContextProvider, type LoaderFunction } from '@shop/router'
import { fetchData, type Data, type Query } from './data'

const dataContext = createRouterContext<Data>()

/** The context every loader of one tab (or one request on a server) runs in. */
export function loaderContext(data: Data): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(dataContext, data)
  return context
}

/** What a route loader knows when it names the reads of its page. */
export interface LoadArgs {
  params: Readonly<Record<string, string | undefined>>
  url: URL
}

type Asked = Query<unknown> | readonly Query<unknown>[]

/** Reads through the cache. */
export type Read = <T>(query: Query<T>) => Promise<T>

/**
 * A loader that starts the reads a page will show, in parallel with the page's code.
 *
 * In the browser it does not wait, so that the page's skeletons stand at once; on a server it waits, so that the
 * first answer holds the content. A failed read is the page's to show, where it also has its retry.
 *
 * @param whole reads that are waited for in the browser too: what must stand before the visitor's place in the page can
 * be found again
 */
export function load(
  asks: (args: LoadArgs) => Asked,
  whole?: (args: LoadArgs, read: Read) => Promise<unknown>,
): LoaderFunction {
  return async ({ params, request, context }) => {
    const data = (context as unknown as RouterContextProvider).get(dataContext)
    const args = { params, url: new URL(request.url) }
    const asked = [asks(args)].flat() as Query<unknown>[]
    const reads = Promise.allSettled(asked.map((query) => fetchData(data, query)))
    if (typeof document === 'undefined') await reads
    await whole?.(args, (query) => fetchData(data, query)).catch(() => undefined)
    return null
  }
}
