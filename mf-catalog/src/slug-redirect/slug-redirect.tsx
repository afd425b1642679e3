import { Navigate, useLocation } from '@shop/router'
import { maybeRow, type Backend } from '@shop/supabase'

/** The present slug of a product or category that was asked for by a former one. */
export interface SlugRedirect {
  movedTo: string
}

/** Whether data of a page is a redirect to the present slug. */
export function isSlugRedirect(data: object): data is SlugRedirect {
  return 'movedTo' in data
}

/** The present slug of a product or category that once had this slug; null if none had it. @throws BackendError */
export async function readSlugRedirect(
  db: Backend,
  signal: AbortSignal,
  kind: 'product' | 'category',
  slug: string,
): Promise<SlugRedirect | null> {
  const found = await maybeRow(db.rpc('redirect_of', { p_kind: kind, p_slug: slug }).abortSignal(signal))
  return found === null ? null : { movedTo: found }
}

/** Navigates to the present address, which replaces the former one in the history. @param list path of the list it is in */
export function RedirectToSlug({
  moved: { movedTo },
  list,
}: {
  moved: SlugRedirect
  list: '/products' | '/categories'
}) {
  const { search } = useLocation()
  return <Navigate to={`${list}/${movedTo}${search}`} replace />
}
