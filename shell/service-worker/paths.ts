const bypassedPaths = /^\/(?:admin|checkout|supabase|vitals|healthz|config\.json|sw\.js)(?:[/.]|$)/
const privatePaths = /^\/(?:account|auth|orders|create-account|track-order)(?:\/|$)/

/** Whether requests of a path are left to the browser. */
export const isBypassed = (path: string): boolean => bypassedPaths.test(path)

/** Whether pages of a path are never cached, since their URL may contain an order number or a secret link. */
export const isPrivate = (path: string): boolean => privatePaths.test(path)
