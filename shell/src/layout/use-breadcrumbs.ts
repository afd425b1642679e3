import { crumbsAt, isPageHandle, useLocation, useMatches, type PageCrumb } from '@shop/router'
import { useAppQuery, type AppQuery } from '@shop/supabase'
import type { Crumb } from '@shop/ui'
import { useContext, useMemo } from 'react'
import { isNotFoundHandle, isSubjectHandle } from '../handles'
import { FrameCrumbsContext } from './frame-crumbs'
import { notFoundCrumbs } from './not-found-crumbs'

/** What a subject says that it belongs to, in its `crumbs`. */
function crumbsOfSubject(subject: unknown): PageCrumb[] {
  if (typeof subject !== 'object' || subject === null || !('crumbs' in subject)) return []
  return Array.isArray(subject.crumbs) ? subject.crumbs.filter(isCrumb) : []
}

const isCrumb = (crumb: unknown): crumb is PageCrumb =>
  typeof crumb === 'object' &&
  crumb !== null &&
  'label' in crumb &&
  typeof crumb.label === 'string' &&
  'to' in crumb &&
  typeof crumb.to === 'string'

interface Match {
  handle?: unknown
  params: unknown
}

/** The query of what the matched page is about; null where that is nothing in the database. */
export function subjectQuery(matches: readonly Match[]): AppQuery<unknown> | null {
  const subject = matches.find(({ handle }) => isSubjectHandle(handle))
  return isSubjectHandle(subject?.handle) ? subject.handle.subject(subject.params) : null
}

/**
 * Breadcrumbs of a page, as its route describes them.
 * @param subject what the page is about: undefined until it is loaded, null when it does not exist
 * @returns null when none of the routes describes a page
 */
export function breadcrumbsOf(pathname: string, matches: readonly Match[], subject: unknown): Crumb[] | null {
  if (matches.some(({ handle }) => isNotFoundHandle(handle))) return notFoundCrumbs([])
  const handle = matches.map((match) => match.handle).findLast(isPageHandle)
  if (!handle) return null
  const name =
    typeof subject === 'object' && subject !== null && 'name' in subject && typeof subject.name === 'string'
      ? subject.name
      : null
  const crumbs = crumbsAt(pathname, handle.trail, name ?? handle.crumb ?? null, crumbsOfSubject(subject))
  return subject === null ? notFoundCrumbs(crumbs.slice(0, -1)) : crumbs
}

/** Breadcrumbs of the current page, with the name of what it is about once that is loaded. */
export function useBreadcrumbs(): Crumb[] {
  const { pathname } = useLocation()
  const matches = useMatches()
  const frame = useContext(FrameCrumbsContext)
  const query = subjectQuery(matches)
  const { data } = useAppQuery(query)
  return useMemo(() => {
    const known = breadcrumbsOf(pathname, matches, data)
    if (known) return known
    return frame?.pathname === pathname ? [...frame.crumbs] : crumbsAt(pathname, [], null)
  }, [pathname, matches, frame, data])
}
