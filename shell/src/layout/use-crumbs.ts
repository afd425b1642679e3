import { useLocation, useMatches } from '@shop/router'
import type { Crumb } from '@shop/ui'
import { useMemo } from 'react'
import { crumbsOf } from './crumbs'

const withoutEnd = (pathname: string) => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)

/** The trail of the present page; a route may name itself by `handle.crumb`. */
export function useCrumbs(): Crumb[] {
  const { pathname } = useLocation()
  const matches = useMatches()
  return useMemo(() => {
    const own = new Map<string, string>()
    for (const { pathname: path, handle } of matches) {
      if (typeof handle !== 'object' || !handle || !('crumb' in handle)) continue
      if (typeof handle.crumb === 'string') own.set(withoutEnd(path), handle.crumb)
    }
    return crumbsOf(pathname, own)
  }, [pathname, matches])
}
