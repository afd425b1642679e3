import { useLocation, useMatches } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import type { Crumb } from '@shop/ui'
import { useMemo } from 'react'
import { isNamed, leadsNowhere } from '../handles'
import { crumbsOf, missingCrumbs } from './crumbs'

const withoutEnd = (pathname: string) => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)

/**
 * The trail of the present page; a route may name itself by `handle.crumb`, or by `handle.named`, the read of the thing it
 * shows, whose `name` is taken once it is known. Where there is nothing the trail names nothing of the address.
 */
export function useCrumbs(): Crumb[] {
  const { pathname } = useLocation()
  const matches = useMatches()
  const subject = matches.find(({ handle }) => isNamed(handle))
  const { data: shown } = useAppQuery(isNamed(subject?.handle) ? subject.handle.named(subject.params) : null)
  const name =
    typeof shown === 'object' && shown !== null && 'name' in shown && typeof shown.name === 'string'
      ? shown.name
      : null
  return useMemo(() => {
    if (matches.some(({ handle }) => leadsNowhere(handle))) return missingCrumbs()
    if (subject && shown === null) return missingCrumbs(pathname)
    const own = new Map<string, string>()
    for (const { pathname: path, handle } of matches) {
      if (typeof handle !== 'object' || !handle || !('crumb' in handle)) continue
      if (typeof handle.crumb === 'string') own.set(withoutEnd(path), handle.crumb)
    }
    if (subject && name) own.set(withoutEnd(subject.pathname), name)
    return crumbsOf(pathname, own)
  }, [pathname, matches, subject, shown, name])
}
