import { isPageHandle, type PathParams, type SubjectHead } from '@shop/router'
import { queryOutcome } from '@shop/supabase/server'
import { isSubjectHandle } from '../handles'

type QueryClient = Parameters<typeof queryOutcome>[0]

/** The data of the subject of a page. */
export type FoundSubject =
  | { is: 'here'; head: SubjectHead }
  /** Its former address was asked for. */
  | { is: 'moved'; to: string }
  | { is: 'missing' }
  /** It could not be looked up. */
  | { is: 'unknown' }

/**
 * What became of the query of a page's subject, which its loader has fetched: the page and its head read it once. Null
 * for a page that is about nothing in the database.
 */
export function findSubject(
  handle: unknown,
  params: PathParams,
  queryClient: QueryClient,
): FoundSubject | null {
  if (!isSubjectHandle(handle) || !isPageHandle(handle)) return null
  const { page } = handle
  if (!page || !('head' in page)) return null
  const outcome = queryOutcome(queryClient, handle.subject(params))
  if (outcome.status !== 'success') return { is: 'unknown' }
  if (outcome.data === null) return { is: 'missing' }
  // Its type is that of the route's own query.
  const head = page.head(outcome.data as never)
  return 'movedTo' in head ? { is: 'moved', to: head.movedTo } : { is: 'here', head }
}
