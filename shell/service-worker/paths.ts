import type { Edition } from './edition'

// The web server writes `const edition = {…}` before this script.
declare const edition: Edition

// Paths of the web server besides pages and files.
const endpoints = /^\/(?:supabase|vitals|livez|readyz|healthz|config\.json|sw\.js)(?:[/.]|$)/

const isOneOf = (patterns: readonly string[], path: string) =>
  patterns.some((pattern) => new RegExp(pattern).test(path))

/** Whether requests of a path are left to the browser. */
export const isBypassed = (path: string): boolean => endpoints.test(path) || isOneOf(edition.bypassed, path)

/** Whether pages of a path are never cached, since their URL may contain an order number or a secret link. */
export const isPrivate = (path: string): boolean => isOneOf(edition.uncached, path)
