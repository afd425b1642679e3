import type { ReleaseSet } from '@shop/federation'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { loadCookie, loadsPath } from '../../src/composition/confirm-load'
import { ownCaching } from '../cache/shared-caching'
import { visitorAddress } from '../http/visitor-address'
import { canaryCookie } from '../http/visitor-cookies'
import { setVersions } from '../observability/set-versions'
import { requestFacts } from '../tracing/request-facts'
import type { SampleKind } from '../releases/canary-analysis'
import { isGiven, networkOf, numberOf, readNumber } from './canary-groups'
import { canarySamples, type CanarySamples } from './canary-samples'
import type { LiveReleaseSet } from '../releases/live-releases'
import type { FilesOf } from '../releases/set-files'
import type { VisitorSets } from '../releases/visitor-set'

export interface CanaryVisitsOptions {
  releases: LiveReleaseSet
  siteUrl: string
  trustedProxies: number
  /** What all web servers of the shop know and nobody else does; without it visitors are assigned and nothing is counted. */
  key: string | null
}

/** Who gets the canary's set, and what happens to those who get it and to those who do not. */
export interface CanaryVisits extends Pick<CanarySamples, 'take'> {
  /** Id of the canary's set for the visitors that it is given to; null for the others. */
  candidateFor: (context: Context) => string | null
  /** Around pages: counts documents, gives visitors their number, and lets no shared cache keep a page. */
  documents(sets: Pick<VisitorSets, 'at'>): MiddlewareHandler
  /** Around the files of releases: counts those that fail although the release has them. */
  files(filesOf: FilesOf): MiddlewareHandler
  /** Notes how long a page of a set took to render, in milliseconds. */
  rendered: (set: string, route: string | null, ms: number) => void
  /** Counts a load whose document this shop served, once for each network. */
  ended(context: Context, failed: boolean): Promise<void>
  /** Where browsers confirm that a page runs. */
  app: Hono
}

/** How long a document may be reported on, and a visitor keeps their number, in seconds. */
const loadSeconds = 300
const numberSeconds = 7 * 24 * 60 * 60

/** Only who opens a page is a visit: what pages and the service worker fetch is none. */
const isVisit = ({ req, res }: Context): boolean =>
  req.method === 'GET' &&
  ['navigate', undefined].includes(req.header('sec-fetch-mode')) &&
  (res.status < 300 || res.status >= 400 || res.status === 304)

export function canaryVisits({ releases, siteUrl, trustedProxies, key }: CanaryVisitsOptions): CanaryVisits {
  const samples = canarySamples()
  const cookie = (name: string, value: string, maxAge: number, httpOnly: boolean) => {
    const secure = siteUrl.startsWith('https:')
    return generateCookie(name, value, { path: '/', maxAge, httpOnly, sameSite: 'Lax', secure })
  }
  const networkFor = (context: Context) => networkOf(visitorAddress(context, trustedProxies))
  const ownNumber = (context: Context) => readNumber(getCookie(context, canaryCookie))
  const numberFor = (context: Context) => ownNumber(context) ?? numberOf(networkFor(context), key ?? '')

  /**
   * Counts what happened to a network, if it got the set that falls to the network itself. A visitor can choose their cookie, and nobody
   * the place of their network.
   */
  const count = async (
    context: Context,
    kind: Exclude<SampleKind, 'pace'>,
    set: string,
    failed: boolean,
  ): Promise<void> => {
    const step = releases.canary()
    const network = networkFor(context)
    if (!step || key === null || network === '') return
    const falls = isGiven(step, numberOf(network, key)) ? step.candidate : (await releases.current()).id
    if (set === falls) samples.add(step, set, kind, network, failed)
  }

  const signature = (context: Context, set: string, since: string): Buffer =>
    createHmac('sha256', key ?? '')
      .update(`load ${set} ${since} ${networkFor(context)}`)
      .digest()
  /** Proves to whichever web server is told how the load ended that this network was served a document of this set. */
  const loadToken = (context: Context, set: string): string => {
    const since = String(Math.floor(Date.now() / 1000))
    return [set, since, signature(context, set, since).toString('base64url')].join('.')
  }
  const setOfLoad = (context: Context): string | null => {
    const [set = '', since = '', given = ''] = getCookie(context, loadCookie)?.split('.') ?? []
    const age = Date.now() / 1000 - Number(since)
    const expected = signature(context, set, since)
    const sent = Buffer.from(given, 'base64url')
    const isSigned = sent.length === expected.length && timingSafeEqual(sent, expected)
    return isSigned && age >= -60 && age <= loadSeconds ? set : null
  }

  const ended: CanaryVisits['ended'] = async (context, failed) => {
    if (!releases.canary()) return
    const set = setOfLoad(context)
    if (set !== null) await count(context, 'load', set, failed)
  }
  const app = new Hono().post(loadsPath, async (context) => {
    await ended(context, false)
    return context.body(null, 204)
  })

  const setOfFile = async (path: string): Promise<ReleaseSet | null> => {
    const step = releases.canary()
    const [, , name = '', version] = path.split('/')
    if (!step) return null
    const [live, candidate] = await Promise.all([releases.current(), releases.forVisitor(step.candidate)])
    const versions = [live, candidate].map((set) => setVersions(set)[name])
    if (versions[0] === versions[1]) return null
    return version === versions[0] ? live : version === versions[1] ? candidate : null
  }

  return {
    app,
    ended,
    take: () => samples.take(),
    candidateFor(context) {
      const step = releases.canary()
      return step && isGiven(step, numberFor(context)) ? step.candidate : null
    },
    documents: (sets) => async (context, next) => {
      await next()
      if (!releases.canary()) return
      ownCaching(context.res.headers)
      if (!isVisit(context)) return
      const { id } = await sets.at(context, context.req.path)
      const failed = context.res.status >= 500 || requestFacts()?.error !== undefined
      await count(context, 'document', id, failed)
      const given = [
        ownNumber(context) === null && cookie(canaryCookie, String(numberFor(context)), numberSeconds, true),
        key !== null && cookie(loadCookie, loadToken(context, id), loadSeconds, false),
      ]
      for (const header of given) if (header !== false) context.res.headers.append('set-cookie', header)
    },
    files: (filesOf) => async (context, next) => {
      await next()
      const set = await setOfFile(context.req.path)
      if (!set) return
      const { status } = context.res
      // Anybody can ask for files that no release has.
      const failed = status >= 500 || (status === 404 && context.req.path in (await filesOf(set)))
      if (failed || status < 400) await count(context, 'file', set.id, failed)
    },
    rendered(set, route, ms) {
      const step = releases.canary()
      if (step && key !== null && route !== null) samples.rendered(step, set, route, ms)
    },
  }
}
