import type { RouteObject } from '@shop/router'
import type { LoadArgs, AppQuery, EnsureQuery } from '@shop/supabase'
import { pageSize, type ProductsPage } from './card-product'

/** The parameter that keeps how many pages of a list are shown. */
export const pagesParam = 'pages'

const mostPages = 40

/**
 * How many pages a server draws of a list, some 190 products: drawing 40 takes it half a second, for anyone who asks. The
 * browser adds the others once the page is its own.
 */
const mostDrawn = 8

/** How many pages an address asks for. */
export function pagesWanted(params: URLSearchParams): number {
  const wanted = Number(params.get(pagesParam))
  return Number.isInteger(wanted) ? Math.max(1, Math.min(mostPages, wanted)) : 1
}

/** How many pages a server draws for an address; the browser takes over as many at first. */
export function pagesDrawn(params: URLSearchParams): number {
  return Math.min(mostDrawn, pagesWanted(params))
}

/** How many pages of a list there are to show. */
export function pagesAvailable(count: number): number {
  return Math.min(mostPages, Math.ceil(count / pageSize))
}

/**
 * The reads of a list that has grown: who comes back to it finds the place they left only if all of it stands again.
 * A list of one page is not waited for. On a server it is read as far as it is drawn.
 */
export async function grownList(
  { url }: LoadArgs,
  read: EnsureQuery,
  query: (page: number) => AppQuery<ProductsPage>,
): Promise<void> {
  const wanted = (typeof document === 'undefined' ? pagesDrawn : pagesWanted)(url.searchParams)
  if (wanted < 2) return
  const { count } = await read(query(1))
  const pages = Math.min(wanted, pagesAvailable(count))
  await Promise.allSettled(
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(query(index + 2))),
  )
}

/** What an address says besides how far its list has grown. */
const withoutPages = ({ pathname, search }: URL): string => pathname + search.replace(/[?&]pages=[^&]*/, '')

/** A list that grows reads its next page itself: the loader, which waits for all of them, is not asked. */
export const stayWhileGrowing: RouteObject['shouldRevalidate'] = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) =>
  defaultShouldRevalidate &&
  (currentUrl.search === nextUrl.search || withoutPages(currentUrl) !== withoutPages(nextUrl))
