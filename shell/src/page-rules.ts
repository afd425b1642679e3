import { isPageHandle, type RouteObject, type SitemapEntry } from '@shop/router'
import { createBackend, type AppQuery } from '@shop/supabase'
import information from './information/routes'

// The rules of a page that are functions: web servers read the others from the record of its release.

type Handled = [path: string, handle: unknown]

const handlesOf = (routes: readonly RouteObject[], parent = ''): Handled[] =>
  routes.flatMap(({ path = parent, handle, children }) =>
    children ? handlesOf(children, path) : [[path, handle]],
  )

/** @param exposed the routes of a remote; null for the shell's own */
const pagesOf = (exposed: unknown): Handled[] =>
  handlesOf(Array.isArray(exposed) ? (exposed as RouteObject[]) : information)

const describedBy = (handle: unknown) => (isPageHandle(handle) ? handle.page : undefined)

/**
 * The part of a query that a page reads; other parameters do not make another page.
 * @param exposed the routes of the remote that serves the page; null for the shell's own
 * @param path pattern of the page's path
 */
export function pageQuery(exposed: unknown, path: string, search: URLSearchParams): string {
  const handle = pagesOf(exposed).find(([pattern]) => pattern === path)?.[1]
  const read = describedBy(handle)?.reads?.(search)
  return read && read.size > 0 ? `?${read.toString()}` : ''
}

/** Whether the web server caches a page with this query. */
export function isCacheable(handle: unknown, read: URLSearchParams): boolean {
  return describedBy(handle)?.cached?.(read) ?? read.size === 0
}

/** Input of `sitemapEntries`. */
export interface SitemapInput {
  /** The routes of a remote. */
  exposed: unknown
  supabaseUrl: string
  supabaseKey: string
  fetch: typeof fetch
}

const isQuery = (value: unknown): value is AppQuery<SitemapEntry[]> =>
  typeof value === 'object' && value !== null && 'queryFn' in value

/** The entries of all routes of a remote that stand for many pages. @throws Error when the backend cannot be read */
export async function sitemapEntries(input: SitemapInput): Promise<SitemapEntry[]> {
  const { exposed, supabaseUrl, supabaseKey } = input
  const backend = createBackend({ url: supabaseUrl, key: supabaseKey }, { guestId: null, fetch: input.fetch })
  const queries = pagesOf(exposed)
    .map(([, handle]) => describedBy(handle)?.sitemap?.())
    .filter(isQuery)
  const lists = await Promise.all(
    queries.map((query) => query.queryFn(backend, new AbortController().signal)),
  )
  return lists.flat()
}
