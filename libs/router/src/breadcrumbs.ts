import { segmentLabel } from './define-routes'
import type { TrailStep } from './page'

/** A breadcrumb: its label and the path it leads to. */
export interface PageCrumb {
  label: string
  to: string
}

const home: PageCrumb = { label: 'Home', to: '/' }

/**
 * Breadcrumbs from the home page to a path; none on the home page.
 * @param trail the pages above it
 * @param label its own; null for the last part of its path
 * @param between what its subject belongs to: pages that are above it, but not in its path
 */
export function crumbsAt(
  pathname: string,
  trail: readonly TrailStep[],
  label: string | null,
  between: readonly PageCrumb[] = [],
): PageCrumb[] {
  const segments = pathname.split('/').filter(Boolean)
  const last = segments.at(-1)
  if (last === undefined) return []
  const to = (depth: number) => `/${segments.slice(0, depth).join('/')}`
  return [
    home,
    ...trail.map((step) => ({ label: step.label, to: to(step.depth) })),
    ...between,
    { label: label ?? segmentLabel(last), to: to(segments.length) },
  ]
}
