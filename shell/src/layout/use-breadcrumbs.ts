import { crumbsAt, isPageHandle, useLocation, useMatches, type PageCrumb } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import type { Crumb } from '@shop/ui'
import { useContext, useMemo } from 'react'
import { useDrawnPage, useIsDrawnReady } from '../drawn-page/drawn-page'
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

/** Breadcrumbs of the current page, as its route describes them, with the name of what it is about once that is loaded. */
export function useBreadcrumbs(): Crumb[] {
  const { pathname } = useLocation()
  const matches = useMatches()
  const drawn = useDrawnPage()
  const isReady = useIsDrawnReady()
  const isDrawn = !isReady && drawn?.pathname === pathname
  const frame = useContext(FrameCrumbsContext)
  const subject = matches.find(({ handle }) => isSubjectHandle(handle))
  const { data } = useAppQuery(
    isSubjectHandle(subject?.handle) ? subject.handle.subject(subject.params) : null,
  )
  return useMemo(() => {
    if (isDrawn) return drawn.crumbs
    if (matches.some(({ handle }) => isNotFoundHandle(handle))) return notFoundCrumbs([])
    const handle = matches.map((match) => match.handle).findLast(isPageHandle)
    if (!handle) return frame?.pathname === pathname ? [...frame.crumbs] : crumbsAt(pathname, [], null)
    const name =
      typeof data === 'object' && data !== null && 'name' in data && typeof data.name === 'string'
        ? data.name
        : null
    const crumbs = crumbsAt(pathname, handle.trail, name ?? handle.crumb ?? null, crumbsOfSubject(data))
    return subject && data === null ? notFoundCrumbs(crumbs.slice(0, -1)) : crumbs
  }, [drawn, isDrawn, pathname, matches, frame, subject, data])
}
