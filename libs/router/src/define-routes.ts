import type { ActionFunction, RouteObject } from 'react-router-dom'
import type { Page, PageHandle, PathParams, ShopRoute, SubjectPage, TrailStep } from './page'

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

/** A path's last segment in words: "gift-cards" is "Gift cards". */
export function segmentLabel(segment: string): string {
  let text = segment
  try {
    text = decodeURIComponent(segment)
  } catch {
    // Invalid percent-encoding: the segment is shown as typed.
  }
  text = text.replace(/[-_]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function crumbsByPath(routes: readonly ShopRoute[]): [string, string][] {
  return routes.flatMap(({ path = '', crumb, children = [] }) => [
    [path, crumb ?? segmentLabel(segmentsOf(path).at(-1) ?? '')],
    ...crumbsByPath(children),
  ])
}

/** The pages above a path. What is above it in the path, but no page, is left out: no breadcrumb is a dead link. */
function trailTo(path: string, crumbs: ReadonlyMap<string, string>): TrailStep[] {
  const segments = segmentsOf(path)
  return segments.slice(0, -1).flatMap((_, index) => {
    const label = crumbs.get(`/${segments.slice(0, index + 1).join('/')}`)
    return label === undefined ? [] : [{ depth: index + 1, label }]
  })
}

/**
 * The routes of a remote, or of the shell. Each says all that there is to know of its page, and no list of pages stands
 * anywhere else: web server, sitemap, robots.txt and service worker read it from the release.
 *
 * Paths are absolute, of children too.
 */
export function defineRoutes(routes: readonly ShopRoute[]): RouteObject[] {
  const crumbs = new Map(crumbsByPath(routes))
  const define = (
    { crumb, subject, page, children, action, ...route }: ShopRoute,
    inherited: Page | undefined,
  ): RouteObject => {
    const own = page || inherited
    const handle: PageHandle = {
      trail: trailTo(route.path ?? '', crumbs),
      crumb,
      subject,
      page: own,
    }
    return {
      ...route,
      handle,
      ...(action && { action }),
      ...(children && { children: children.map((child) => define(child, own)) }),
    } as RouteObject
  }
  return routes.map((route) => define(route, undefined))
}

/** The `action` of a module that is loaded for the first form. */
export const lazyAction =
  (load: () => Promise<{ action: ActionFunction }>): ActionFunction =>
  async (args) =>
    (await load()).action(args)

/** A route whose page is about one thing of the database: its query, and the head that follows from what was found. */
export function subjectRoute<T>(
  route: Omit<ShopRoute, 'subject' | 'page'> & {
    subject: (params: PathParams) => {
      key: readonly unknown[]
      queryFn: (db: never, signal: AbortSignal) => Promise<T>
    }
    page: SubjectPage<T> | false
  },
): ShopRoute {
  return route
}
