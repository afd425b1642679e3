import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { createHash } from 'node:crypto'
import { exitTo } from '../src/age-gate/age-memory'

/** What the policy of a page must know. */
export interface PolicyInput {
  /** Contents of the page's own inline scripts and styles: each is allowed by its hash. */
  inlineScripts: readonly string[]
  inlineStyles: readonly string[]
  /** Origins of the backend, its pictures' included. */
  backends: readonly string[]
  /** Origins of development servers, none in production. */
  devOrigins: readonly string[]
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}

// The design system opens an empty style element and adds its rules through the object model.
const emptyStyle = hashOf('')

/**
 * The Content-Security-Policy of a page: own scripts only, no eval, data only from the shop's backend. Hashes rather
 * than a nonce, so that a page and its policy can be kept and sent again as they are.
 */
export function contentPolicy({ inlineScripts, inlineStyles, backends, devOrigins }: PolicyInput): string {
  const live = backends.map((origin) => origin.replace(/^http/, 'ws'))
  const dev = devOrigins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...inlineScripts.map(hashOf),
      ...devOrigins,
      ...(dev.length ? ["'unsafe-eval'"] : []),
    ],
    'style-src': [
      "'self'",
      ...(dev.length ? ["'unsafe-inline'"] : [emptyStyle, ...inlineStyles.map(hashOf)]),
    ],
    'img-src': ["'self'", 'data:', 'blob:', ...backends],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...backends, ...live, ...dev],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", exitTo],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/**
 * The headers of every answer. What a page may load is said by its own policy, see contentPolicy; it also keeps the page
 * out of frames.
 * @param siteUrl where the shop is; over https browsers are told to come no other way for a year
 */
export function commonHeaders(siteUrl: string): MiddlewareHandler {
  return secureHeaders({
    xContentTypeOptions: 'nosniff',
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: ['self'], geolocation: [], microphone: [], payment: ['self'] },
    crossOriginOpenerPolicy: 'same-origin',
    strictTransportSecurity: siteUrl.startsWith('https:') && 'max-age=31536000',
    // Pictures and the manifest may be read from elsewhere, and the rest is of no use to today's browsers.
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}
