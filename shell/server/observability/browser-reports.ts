import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { reportsPath } from '../http/security'
import { visitorAddress } from '../http/visitor-address'
import type { Log } from './log'
import type { PageFacts } from '../tracing/request-facts'

/** Something that failed in a browser. Nothing of it tells who the visitor is, or what they typed. */
export interface BrowserReport extends PageFacts {
  /** An error that nothing caught, something that could not be loaded, or a violation of a policy. */
  kind: 'error' | 'failure' | 'csp-violation' | 'integrity-violation'
  /** The class of the error, or the directive that was violated. */
  name: string
  /** Path and place of the script of the shop, such as `/releases/mf-catalog/1a2b/main.js:1:200`; null when it is not known. */
  script: string | null
  /** Host of what was blocked, or a word such as `inline`; null for errors. */
  blocked: string | null
}

export interface BrowserReportsOptions {
  siteUrl: string
  trustedProxies: number
  /** Route, remote and version of the page at a path. */
  factsAt: (context: Context, path: string) => Promise<PageFacts>
  /** Versions by member of the release set that the visitor has at a path. */
  versionsOf: (context: Context, path: string) => Promise<Readonly<Record<string, string>>>
  onReport: (report: BrowserReport, context: Context) => void
  now?: () => number
}

const maxBytes = 16_384
const maxReports = 10
const perMinute = 60

const word = v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/))
const text = v.pipe(v.string(), v.maxLength(2000))
const ownSchema = v.object({
  kind: v.picklist(['error', 'failure']),
  page: v.pipe(text, v.startsWith('/')),
  name: word,
  script: v.nullable(text),
})
const cspBody = v.object({
  effectiveDirective: word,
  blockedURL: v.nullish(text),
  sourceFile: v.nullish(text),
  lineNumber: v.nullish(v.number()),
})
const integrityBody = v.object({ destination: v.optional(word, 'script'), blockedURL: v.nullish(text) })
const standardSchema = v.variant('type', [
  v.object({ type: v.literal('csp-violation'), url: text, body: cspBody }),
  v.object({ type: v.literal('integrity-violation'), url: text, body: integrityBody }),
])
/** As Firefox and WebKit send it for `report-uri`. */
const legacySchema = v.pipe(
  v.object({
    'csp-report': v.object({
      'document-uri': text,
      'effective-directive': word,
      'blocked-uri': v.nullish(text),
      'source-file': v.nullish(text),
      'line-number': v.nullish(v.number()),
    }),
  }),
  v.transform(({ 'csp-report': report }) => ({
    type: 'csp-violation' as const,
    url: report['document-uri'],
    body: {
      effectiveDirective: report['effective-directive'],
      blockedURL: report['blocked-uri'],
      sourceFile: report['source-file'],
      lineNumber: report['line-number'],
    },
  })),
)

interface ReadReport extends Pick<BrowserReport, 'kind' | 'name' | 'script' | 'blocked'> {
  page: string
}

const scriptPattern = /\/releases\/[\w-]{1,40}\/[\w.-]{1,80}\/[\w./~-]{1,120}(?::\d{1,7}){0,2}/

/** The script of the shop that a text names, without its host and query. */
const scriptIn = (given: string | null | undefined): string | null =>
  scriptPattern.exec(given ?? '')?.[0] ?? null

/** Browser extensions break policies of every site; they are not the shop's. */
const isExtension = (...urls: (string | null | undefined)[]) =>
  urls.some((url) => /^[\w-]*extension/.test(url ?? ''))

function hostOf(blocked: string | null | undefined): string | null {
  if (!blocked) return null
  return URL.canParse(blocked) ? new URL(blocked).host : (/^[\w-]{1,30}$/.exec(blocked)?.[0] ?? null)
}

function readStandard(report: v.InferOutput<typeof standardSchema>): ReadReport | null {
  const { type: kind, url, body } = report
  const isCsp = 'effectiveDirective' in body
  if (isExtension(body.blockedURL, isCsp ? body.sourceFile : null) || !URL.canParse(url)) return null
  return {
    kind,
    page: new URL(url).pathname,
    name: isCsp ? body.effectiveDirective : body.destination,
    script: scriptIn(isCsp ? `${body.sourceFile ?? ''}:${String(body.lineNumber ?? 0)}` : body.blockedURL),
    blocked: hostOf(body.blockedURL),
  }
}

/** @returns the reports of a body, without those that are none of the shop's; null when it is no report */
function readReports(body: unknown): ReadReport[] | null {
  const own = v.safeParse(ownSchema, body)
  if (own.success) return [{ ...own.output, script: scriptIn(own.output.script), blocked: null }]
  const legacy = v.safeParse(legacySchema, body)
  const listed: unknown[] | null = legacy.success ? [legacy.output] : Array.isArray(body) ? body : null
  return (
    listed?.slice(0, maxReports).flatMap((one) => {
      const parsed = v.safeParse(standardSchema, one)
      return (parsed.success && readStandard(parsed.output)) || []
    }) ?? null
  )
}

/**
 * Takes reports of browsers: at most 60 a minute from one network address, 16 KB and ten reports at once. Remotes and versions other
 * than those that the visitor has are called "other", so that invented ones do not become metrics.
 */
export function browserReports({
  siteUrl,
  trustedProxies,
  factsAt,
  versionsOf,
  onReport,
  now = Date.now,
}: BrowserReportsOptions): Hono {
  const app = new Hono()
  const counts = new LRUCache<string, { since: number; count: number }>({ max: 10_000 })
  const isAllowed = (context: Context): boolean => {
    const address = visitorAddress(context, trustedProxies)
    const known = counts.get(address)
    const entry = known && now() - known.since < 60_000 ? known : { since: now(), count: 0 }
    counts.set(address, { ...entry, count: entry.count + 1 })
    return entry.count < perMinute
  }
  app.post(reportsPath, bodyLimit({ maxSize: maxBytes }), async (context) => {
    const origin = context.req.header('origin')
    if (origin !== undefined && origin !== 'null' && origin !== new URL(siteUrl).origin)
      return context.body(null, 403)
    if (!isAllowed(context)) return context.body(null, 429)
    const reports = readReports(await context.req.json().catch(() => null))
    if (!reports) return context.body(null, 400)
    for (const { page, ...report } of reports) {
      const [versions, facts] = [await versionsOf(context, page), await factsAt(context, page)]
      const [, , name = '', version = ''] = report.script?.split('/') ?? []
      const script = report.script && {
        remote: name in versions ? name : 'other',
        version: versions[name] === version ? version : 'other',
      }
      onReport({ ...facts, ...report, ...script }, context)
    }
    return context.body(null, 204)
  })
  return app
}

const loggedPerMinute = 60

/** Logs at most 60 reports a minute, so that a release that fails everywhere does not fill the disk; metrics count them all. */
export function reportLogger(log: Log, now = Date.now): (report: BrowserReport) => void {
  let since = 0
  let count = 0
  return (report) => {
    if (now() - since >= 60_000) {
      since = now()
      count = 0
    }
    count += 1
    if (count <= loggedPerMinute) log.warn(report, 'browser report')
  }
}
