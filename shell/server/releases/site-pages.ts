import { remoteFor, type ReleaseSet } from '@shop/federation'
import { matchRoutes } from '@shop/router'
import type { PageRule } from '@shop/router/server'

/** A page's rule and the remote that it belongs to; null for the shell. */
export type OwnedRule = PageRule & { owner: string | null }

/** The pages of a release set. */
export interface SitePages {
  /** All pages. */
  rules: readonly OwnedRule[]
  /** The page at a path; null when there is none, "unknown" when its remote's rules cannot be read. */
  at(pathname: string): OwnedRule | null | 'unknown'
  /**
   * The path whose 404 all paths like this one share, so that it is rendered once. It contains nothing of a path that a
   * visitor made up. Null when there is no such path.
   */
  sharedNotFoundPath(pathname: string): string | null
}

/** The part of a pattern before anything that a visitor fills in. */
export const literalStart = (path: string) => path.replace(/\/?[:*].*$/, '') || '/'
/** Whether a path stands for many. */
export const isPattern = (path: string) => /[:*]/.test(path)
const firstSegment = (path: string) => path.split('/')[1] ?? ''

/** The path of a pattern with `-` for everything that a visitor fills in. */
export const placeholderPath = (path: string): string => path.replace(/:[^/]+/g, '-').replace(/\*$/, '-')

/**
 * Puts the pages of all remotes together. A remote's pages count below its own mounts only.
 * @param shell the rules of the shell's own pages
 * @param remotes the rules of each remote; null for one whose rules cannot be read
 */
export function sitePages(
  set: ReleaseSet,
  shell: readonly PageRule[],
  remotes: Readonly<Record<string, readonly PageRule[] | null>>,
): SitePages {
  const owned = (owner: string | null, rules: readonly PageRule[]): OwnedRule[] =>
    rules
      .filter(({ path }) => remoteFor(set, literalStart(path)) === owner)
      .map((rule) => ({ ...rule, owner }))
  const rules = [
    ...owned(null, shell),
    ...Object.entries(remotes).flatMap(([name, own]) => owned(name, own ?? [])),
  ]
  const fixed = new Map(rules.filter(({ path }) => !isPattern(path)).map((rule) => [rule.path, rule]))
  const toMatch = (chosen: readonly OwnedRule[]) => chosen.map((rule) => ({ path: rule.path, handle: rule }))
  const every = toMatch(rules)
  const patterns = toMatch(rules.filter(({ path }) => isPattern(path)))
  const parts = new Set(rules.map(({ path }) => firstSegment(path)))

  const at = (pathname: string) => {
    const known = fixed.get(pathname)
    if (known) return known
    const owner = remoteFor(set, pathname)
    if (owner !== null && remotes[owner] === null) return 'unknown'
    // An encoded path may be one of the fixed ones.
    const matches = matchRoutes(pathname.includes('%') ? every : patterns, pathname)
    return matches?.at(-1)?.route.handle ?? null
  }
  return {
    rules,
    at,
    sharedNotFoundPath(pathname) {
      // The layout may depend on the first segment.
      const part = firstSegment(pathname)
      const path = `/${parts.has(part) ? part : '-'}/-/-`
      const rule = at(path)
      return rule === null || (rule !== 'unknown' && rule.status === 404) ? path : null
    },
  }
}
