import { isPageHandle } from '@shop/router'
import type { AppQuery } from '@shop/supabase'

/** The handle of a not-found route. */
export class NotFoundHandle {
  /** @param isKnown whether all routes are loaded that could match instead */
  constructor(readonly isKnown: () => boolean) {}
}

/** Whether a handle is that of a not-found route, and no route that could match is missing. */
export const isNotFoundHandle = (handle: unknown): boolean =>
  handle instanceof NotFoundHandle && handle.isKnown()

/** A handle whose `subject` gives the query of what the page is about. */
export interface SubjectHandle {
  subject: (params: unknown) => AppQuery<unknown>
}

/** Whether a route's page is about one thing of the database, which may be missing. */
export const isSubjectHandle = (handle: unknown): handle is SubjectHandle =>
  isPageHandle(handle) && handle.subject !== undefined
