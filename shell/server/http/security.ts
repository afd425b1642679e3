import { Hono, type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { exitUrl } from '../../src/age-gate/age-confirmation'

/** Input of a page's Content-Security-Policy. */
export interface PolicyInput {
  /** Contents of the page's own inline scripts and styles: each is allowed by its hash. */
  inlineScripts: readonly string[]
  inlineStyles: readonly string[]
  /** Origins of the backend and its pictures. */
  backends: readonly string[]
  /** Other origins of pictures. */
  pictureOrigins?: readonly string[]
  /** Origins of development servers, none in production. */
  devOrigins: readonly string[]
}

/** Where browsers send what failed, by the Reporting API and by the shop's own scripts. */
export const reportsPath = '/reports'

/** Header of pages that names the place for reports; policies refer to it as "default". */
export const reportingEndpoints = { 'reporting-endpoints': `default="${reportsPath}"` }

/** Header of pages: the browser runs no script that comes without a hash. */
export const integrityPolicy = { 'integrity-policy': 'blocked-destinations=(script), endpoints=(default)' }

// Most scripts and styles of a page stand in every other one of its release set.
const hashes = new LRUCache<string, string>({
  max: 100,
  memoMethod: (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
})
const hashOf = (content: string) => hashes.memo(content)

// The design system inserts an empty style element and adds its rules through the CSSOM.
const emptyStyle = hashOf('')

/**
 * The Content-Security-Policy of a page: own scripts only, no eval, data only from the shop's backend. Hashes rather
 * than a nonce, so that a page can be cached together with its policy.
 */
export function contentPolicy({
  inlineScripts,
  inlineStyles,
  backends,
  pictureOrigins = [],
  devOrigins,
}: PolicyInput): string {
  const webSockets = backends.map((origin) => origin.replace(/^http/, 'ws'))
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
    'img-src': ["'self'", 'data:', 'blob:', ...backends, ...pictureOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...backends, ...webSockets, ...dev],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", exitUrl],
    'frame-ancestors': ["'none'"],
    // Development servers evaluate code and load scripts from other origins.
    ...(!dev.length && {
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['default', 'emails'],
      // The latter for browsers without the Reporting API.
      'report-to': ['default'],
      'report-uri': [reportsPath],
    }),
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/**
 * The security headers of every response. Each page has its own policy, see contentPolicy, which also forbids framing.
 * @param siteUrl public URL of the shop; over https it adds HSTS for a year, for its subdomains too
 */
export function commonHeaders(siteUrl: string): MiddlewareHandler {
  return secureHeaders({
    xContentTypeOptions: 'nosniff',
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: ['self'], geolocation: [], microphone: [], payment: ['self'] },
    crossOriginOpenerPolicy: 'same-origin',
    strictTransportSecurity: siteUrl.startsWith('https:') && 'max-age=31536000; includeSubDomains',
    // Other origins may load pictures and the manifest; current browsers ignore the rest.
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}

const scriptOrStyle = /^text\/(?:javascript|css)\b/
// Browsers show these as text, whatever is in them (`nosniff`).
const plainData = /^(?:text\/plain|application\/json)\b/

/**
 * Gives every response without a policy of its own one that forbids scripts and takes its origin away: files, pictures such as SVG
 * and responses of the backend would otherwise run in the shop's origin when somebody opens them as a document. Scripts and styles
 * need no policy; text and JSON of this server keep their origin.
 */
export const sandboxNonPages: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  if (headers.has('content-security-policy') || scriptOrStyle.test(headers.get('content-type') ?? '')) return
  const keepsOrigin =
    plainData.test(headers.get('content-type') ?? '') && !context.req.path.startsWith('/releases/')
  headers.set('content-security-policy', keepsOrigin ? "default-src 'none'" : "default-src 'none'; sandbox")
}

/** The same headers for responses that are sent without the app. */
export async function commonHeaderValues(siteUrl: string): Promise<Record<string, string>> {
  const app = new Hono().use(commonHeaders(siteUrl)).get('*', (context) => context.body(null))
  return Object.fromEntries((await app.request('/')).headers)
}
