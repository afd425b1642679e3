import type { RouteObject } from '@shop/router'
import type { LoadArgs, AppQuery, EnsureQuery } from '@shop/supabase'
import { pageSize, type ProductsPage } from './card-product'

/** URL parameter: how many pages of a list are shown. */
export const pagesParam = 'pages'

const maxPages = 40

/**
 * The server renders at most this many pages (some 190 products), since rendering 40 takes half a second. The browser
 * adds the others after hydration.
 */
const maxServerPages = 8

/** The number of pages in the address, from 1 to 40. */
export function requestedPages(params: URLSearchParams): number {
  const requested = Number(params.get(pagesParam))
  return Number.isInteger(requested) ? Math.max(1, Math.min(maxPages, requested)) : 1
}

/** The number of pages the server renders for an address, and the browser hydrates. */
export function serverPages(params: URLSearchParams): number {
  return Math.min(maxServerPages, requestedPages(params))
}

/** The number of pages that a list of `count` products can show. */
export function availablePages(count: number): number {
  return Math.min(maxPages, Math.ceil(count / pageSize))
}

/**
 * Loads the further pages of a list, so that the scroll position can be restored. Does nothing for a list of one page;
 * the server loads only what it renders.
 */
export async function loadListPages(
  { url }: LoadArgs,
  read: EnsureQuery,
  query: (page: number) => AppQuery<ProductsPage>,
): Promise<void> {
  const requested = (typeof document === 'undefined' ? serverPages : requestedPages)(url.searchParams)
  if (requested < 2) return
  const { count } = await read(query(1))
  const pages = Math.min(requested, availablePages(count))
  await Promise.allSettled(
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(query(index + 2))),
  )
}

/** Path and query without the `pages` parameter. */
const withoutPages = ({ pathname, search }: URL): string => pathname + search.replace(/[?&]pages=[^&]*/, '')

/** "Load more" fetches its page in the component: the loader, which would wait for all pages, does not run again. */
export const revalidateUnlessPaging: RouteObject['shouldRevalidate'] = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) =>
  defaultShouldRevalidate &&
  (currentUrl.search === nextUrl.search || withoutPages(currentUrl) !== withoutPages(nextUrl))
