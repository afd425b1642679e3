import type { ReleaseSet } from '@shop/federation'
import type { Settings } from '@shop/settings'
import { LRUCache } from 'lru-cache'
import { existsSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { negotiateEncoding, type Encoding } from '../http/content-encoding'
import type { LiveReleaseSet } from '../releases/live-releases'
import { describeRequest } from '../tracing/request-facts'
import { inSpan } from '../tracing/spans'
import type { CachedPage, PageCache, RenderablePage } from './page-cache'
import type { ShopData } from './shop-data'
import { mayGetOwnPage } from '../http/visitor-cookies'

/** Which cached page answers a request, as long as set and settings are these. */
interface CachedAddress {
  /** The page's key in the cache, made where the page was resolved. */
  key: string
  /** Files without which it would be another page: it must not name scripts that are gone. */
  files: readonly string[]
  releaseSet: ReleaseSet
  settings: Settings
  facts: RenderablePage['facts']
}

/** Answers requests for cached pages before anything else looks at them. */
export interface CachedResponses {
  /**
   * Remembers what answered a request of a visitor who gets everybody's page.
   * @param address path and query as the request line has them
   */
  remember(address: string, known: CachedAddress): void
  /** Sends the cached page. @returns false when there is none for this request, of which nothing was read or answered then */
  send(request: IncomingMessage, response: ServerResponse): Promise<boolean>
}

/** What the answers are looked up in. */
export interface CachedResponsesOptions {
  cache: Pick<PageCache, 'fresh'>
  data: Pick<ShopData, 'settings'>
  releases: Pick<LiveReleaseSet, 'forVisitor' | 'canary'>
  /** Headers of every response. */
  common: OutgoingHttpHeaders
}

// Long addresses are made up, or searches that few others ask for.
const maxAddressLength = 300
const maxAddresses = 2000

const encodings = new LRUCache<string, { encoding: Encoding | null }>({
  max: 100,
  memoMethod: (header) => ({ encoding: negotiateEncoding(header) }),
})

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')

/** Whether the client has the page already (RFC 9110, 13.1.2). */
function hasPage(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return (
    ifNoneMatch === etag ||
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => withoutWeakness(tag) === withoutWeakness(etag))
  )
}

/** Remembers requests by their address: no other part of the key can differ for visitors who get everybody's page. */
export function cachedResponses({ cache, data, releases, common }: CachedResponsesOptions): CachedResponses {
  const responses = new LRUCache<string, CachedAddress>({ max: maxAddresses })
  const headers = new WeakMap<CachedPage, OutgoingHttpHeaders>()

  const headersOf = (page: CachedPage): OutgoingHttpHeaders => {
    const known = headers.get(page) ?? { ...common, ...page.headers }
    headers.set(page, known)
    return known
  }

  const pageFor = async (address: string): Promise<CachedPage | null> => {
    const known = responses.get(address)
    if (!known) return null
    const [settings, set] = [await data.settings().catch(() => null), await releases.forVisitor(null)]
    if (settings !== known.settings || set !== known.releaseSet) return null
    // Takes microseconds; asked asynchronously it would take longer than all the rest.
    const page = known.files.every((file) => existsSync(file)) ? cache.fresh(known.key) : null
    if (page) describeRequest({ ...known.facts, cache: 'hit', releaseSet: set.id })
    return page
  }

  return {
    remember(address, known) {
      if (address.length <= maxAddressLength) responses.set(address, known)
    },
    async send({ method, url = '', headers: asked }, response) {
      if ((method !== 'GET' && method !== 'HEAD') || mayGetOwnPage(asked.cookie)) return false
      if (releases.canary()) return false
      const accepted = asked['accept-encoding']
      const encoding = typeof accepted === 'string' ? encodings.memo(accepted).encoding : null
      const page = encoding && (await pageFor(url))
      if (!encoding || !page) return false
      return inSpan('cache', { cache: 'hit' }, async () => {
        const { etag, ...described } = headersOf(page)
        if (hasPage(asked['if-none-match'], page.headers.etag)) {
          const { 'content-type': _, ...retained } = described
          response.writeHead(304, { etag, ...retained }).end()
          return true
        }
        const body = await page.body(encoding)
        const sent = { etag, ...described, 'content-encoding': encoding, 'content-length': body.length }
        response.writeHead(page.status, sent).end(method === 'HEAD' ? undefined : body)
        return true
      })
    },
  }
}
