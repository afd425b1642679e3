/** What the policy of a page must know. */
export interface PolicyInput {
  nonce: string
  supabaseUrl: string
  /** Origins of development servers, none in production. */
  devOrigins: readonly string[]
}

/** The Content-Security-Policy of a page: own scripts only, no eval, data only from the shop's backend. */
export function contentPolicy({ nonce, supabaseUrl, devOrigins }: PolicyInput): string {
  const backend = new URL(supabaseUrl).origin
  const live = backend.replace(/^http/, 'ws')
  const dev = devOrigins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, ...devOrigins, ...(dev.length ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'blob:', backend],
    'font-src': ["'self'"],
    'connect-src': ["'self'", backend, live, ...dev],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives).map(([name, values]) => `${name} ${values.join(' ')}`).join('; ')
}

/** Headers of every answer. */
export const commonHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
}
