import { crumbsAt, isPageHandle, useLocation, useMatches } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import type { Crumb } from '@shop/ui'
import { useContext, useMemo } from 'react'
import { useDrawnPage, useDrawnProgress } from '../drawn-page/drawn-page'
import { isNotFoundHandle, isSubjectHandle } from '../handles'
import { FrameCrumbsContext } from './frame-crumbs'
import { notFoundCrumbs } from './not-found-crumbs'

/** Breadcrumbs of the current page, as its route describes them, with the name of what it is about once that is loaded. */
export function useBreadcrumbs(): Crumb[] {
  const { pathname } = useLocation()
  const matches = useMatches()
  const drawn = useDrawnPage()
  const isDrawn = useDrawnProgress() !== 'ready' && drawn?.pathname === pathname
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
    const crumbs = crumbsAt(pathname, handle.trail, name ?? handle.crumb ?? null)
    return subject && data === null ? notFoundCrumbs(crumbs.slice(0, -1)) : crumbs
  }, [drawn, isDrawn, pathname, matches, frame, subject, data])
}
