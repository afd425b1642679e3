import { Navigate, useLocation } from '@shop/router'
import { maybeRow, type Backend } from '@shop/supabase'

/** What a former address of a product or category leads to: the slug that it has now. */
export interface Moved {
  movedTo: string
}

/** Whether an address is a former one. */
export function isMoved(data: object): data is Moved {
  return 'movedTo' in data
}

/** Where a slug that no active product or category has leads today, or null. @throws BackendError */
export async function readMoved(
  db: Backend,
  signal: AbortSignal,
  kind: 'product' | 'category',
  slug: string,
): Promise<Moved | null> {
  const found = await maybeRow(db.rpc('redirect_of', { p_kind: kind, p_slug: slug }).abortSignal(signal))
  return found === null ? null : { movedTo: found }
}

/** Goes on to the present address, in place of the former one in the history. @param list path of the list it is in */
export function MovedTo({ moved: { movedTo }, list }: { moved: Moved; list: '/products' | '/categories' }) {
  const { search } = useLocation()
  return <Navigate to={`${list}/${movedTo}${search}`} replace />
}
