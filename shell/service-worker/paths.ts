const untouched = /^\/(?:admin|checkout|supabase|vitals|healthz|config\.json|sw\.js)(?:[/.]|$)/
const unkept = /^\/(?:account|auth|orders|create-account|track-order)(?:\/|$)/

/** Whether requests of a path are left to the browser. */
export const isBypassed = (path: string): boolean => untouched.test(path)

/** Whether pages of a path are never cached, since they may name an order or a link in their address. */
export const isPrivate = (path: string): boolean => unkept.test(path)
