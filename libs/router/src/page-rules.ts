import type { RouteObject } from 'react-router-dom'
import { isPageHandle, type Page, type PageHandle, type TrailStep } from './page'

/** The rules of a page that a web server knows without running its remote: `pages.json` of a release lists them. */
export interface PageRule {
  /** Pattern of its path. */
  path: string
  status: 200 | 404
  /** Title and description; null of a page about one thing, whose head follows from what is found. */
  head: { title: string; description: string } | null
  /** Title of the 404 of a page about one thing. */
  missing: string | null
  robots: 'index' | 'noindex' | 'disallow'
  personal: boolean
  offline: 'page' | 'notice' | 'nothing'
  /** Whether it reads anything of the query. */
  reads: boolean
  forGuest: boolean
  /** Whether it takes a form that is posted to its address. */
  takesForms: boolean
  showsQrCodes: boolean
  /** The fragments that are parts of it, by name; each with a path of the remote that offers it. */
  fragments: Readonly<Record<string, string>>
  trail: readonly TrailStep[]
  /** Label of its breadcrumb; null for the last part of its path. */
  crumb: string | null
  /** The words by which the shop's search finds it; null for a page that it does not find. */
  search: string | null
  /** Files of its release with the code of the page itself; empty until it is built, and of releases that do not say. */
  scripts: readonly string[]
}

function ruleOf(
  path: string,
  page: Page,
  { trail, crumb }: Pick<PageHandle, 'trail' | 'crumb'>,
  takesForms: boolean,
): PageRule {
  const { personal = false, forGuest = false, showsQrCodes = false, fragments = {} } = page
  const isStatic = 'title' in page
  return {
    path,
    status: isStatic ? (page.status ?? 200) : 200,
    head: isStatic ? { title: page.title, description: page.description } : null,
    missing: isStatic ? null : page.missing,
    robots: page.robots ?? (personal ? 'disallow' : 'index'),
    personal,
    offline: page.offline ?? (personal ? 'notice' : 'page'),
    reads: page.reads !== undefined,
    forGuest,
    takesForms,
    showsQrCodes,
    fragments,
    trail,
    crumb: crumb ?? null,
    search: page.search ?? null,
    scripts: [],
  }
}

/** The rules of all pages of a remote's routes. @throws Error that names a page without a description */
export function pageRules(routes: readonly RouteObject[], parent = ''): PageRule[] {
  return routes.flatMap(({ path, children, action, handle: given }) => {
    const handle: unknown = given
    const own = path ?? parent
    if (children) return pageRules(children, own)
    if (!isPageHandle(handle) || !handle.page)
      throw new Error(`The route ${own} says nothing of its page: give it a \`page\` in defineRoutes`)
    return [ruleOf(own, handle.page, handle, action !== undefined)]
  })
}
