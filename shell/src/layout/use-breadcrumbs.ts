import { useLocation, useMatches } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import type { Crumb } from '@shop/ui'
import { useMemo } from 'react'
import { useDrawnPage, useDrawnProgress } from '../composition/drawn-page'
import { isNamedHandle, isNotFoundHandle } from '../handles'
import { breadcrumbsOf, notFoundBreadcrumbs } from './breadcrumbs'

const withoutTrailingSlash = (pathname: string) =>
  pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname

/**
 * Breadcrumbs of the current page. A route sets its label by `handle.crumb`, or by `handle.named`, the query of what it
 * shows, whose `name` is used once it is loaded. Those of a missing page contain nothing of its URL.
 */
export function useBreadcrumbs(): Crumb[] {
  const { pathname } = useLocation()
  const matches = useMatches()
  const drawn = useDrawnPage()
  const isDrawn = useDrawnProgress() !== 'ready' && drawn?.pathname === pathname
  const subject = matches.find(({ handle }) => isNamedHandle(handle))
  const { data: subjectData } = useAppQuery(
    isNamedHandle(subject?.handle) ? subject.handle.named(subject.params) : null,
  )
  const name =
    typeof subjectData === 'object' &&
    subjectData !== null &&
    'name' in subjectData &&
    typeof subjectData.name === 'string'
      ? subjectData.name
      : null
  return useMemo(() => {
    if (isDrawn) return drawn.crumbs
    if (matches.some(({ handle }) => isNotFoundHandle(handle))) return notFoundBreadcrumbs()
    if (subject && subjectData === null) return notFoundBreadcrumbs(pathname)
    const routeNames = new Map<string, string>()
    for (const { pathname: path, handle } of matches) {
      if (typeof handle !== 'object' || !handle || !('crumb' in handle)) continue
      if (typeof handle.crumb === 'string') routeNames.set(withoutTrailingSlash(path), handle.crumb)
    }
    if (subject && name) routeNames.set(withoutTrailingSlash(subject.pathname), name)
    return breadcrumbsOf(pathname, routeNames)
  }, [drawn, isDrawn, pathname, matches, subject, subjectData, name])
}
