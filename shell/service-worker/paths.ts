import type { CachedSet } from './release-set'

// The web server writes `const releaseSet = {…}` before this script.
declare const releaseSet: CachedSet

// Paths of the web server besides pages and files.
const endpoints = /^\/(?:supabase|preview|vitals|livez|readyz|healthz|config\.json|sw\.js)(?:[/.]|$)/

const isOneOf = (patterns: readonly string[], path: string) =>
  patterns.some((pattern) => new RegExp(pattern).test(path))

/** Whether requests of a path are left to the browser. */
export const isBypassed = (path: string): boolean =>
  endpoints.test(path) || isOneOf(releaseSet.bypassed, path)

/** Whether pages of a path are never cached, since their URL may contain an order number or a secret link. */
export const isPrivate = (path: string): boolean => isOneOf(releaseSet.uncached, path)
