import { isPageHandle } from '@shop/router'
import type { AppQuery } from '@shop/supabase'

/** The handle of the not-found routes. */
export const notFoundHandle = { notFound: true } as const

/** Whether a handle is that of a not-found route. */
export const isNotFoundHandle = (handle: unknown): boolean => handle === notFoundHandle

/** A handle whose `subject` gives the query of what the page is about. */
export interface SubjectHandle {
  subject: (params: unknown) => AppQuery<unknown>
}

/** Whether a route's page is about one thing of the database, which may be missing. */
export const isSubjectHandle = (handle: unknown): handle is SubjectHandle =>
  isPageHandle(handle) && handle.subject !== undefined
