import { LRUCache } from 'lru-cache'
import type { PageFacts } from '../tracing/request-facts'
import { negotiateEncoding, type Encoding } from '../http/content-encoding'
import { htmlPacker, type PackedHtml } from './packed-html'

/** A rendered page. */
export interface UncompressedPage {
  status: number
  html: string
  headers: Record<string, string>
  /** False when the next visitor must not get it, such as a page whose data could not be read. */
  cacheable: boolean
}

/** A page that several keys share: it is rendered once for all of them. */
export interface SharedPage {
  sharedKey: string
  render: () => Promise<UncompressedPage>
}

/** A page to render. Its cache key covers all that it depends on except the shop's data; null for one visitor's own page. */
export interface RenderablePage {
  key: string | null
  /** The scripts that it names of its remote, without which it is another page; null while the remote's are missing, and for a page that differs by the guest's cookie. */
  files: string[] | null
  /** Whether a form may be posted to it. */
  takesForms: boolean
  /** Pattern of its path and the remote that serves it, for logs and metrics. */
  facts: PageFacts
  render(): Promise<UncompressedPage | SharedPage>
}

type Render = () => Promise<UncompressedPage | SharedPage>

/** A page as it is sent. */
export interface CachedPage {
  status: number
  headers: Record<string, string> & { etag: string }
  /** Its bytes in an encoding; null gives the HTML itself. */
  body(encoding: Encoding | null): Promise<Buffer>
}

interface CompressedPage extends CachedPage {
  html: PackedHtml
}

/** A request for a page. */
interface PageRequest {
  /** All that the page depends on except the shop's data; null for one visitor's own page, which is not cached. */
  key: string | null
  acceptEncoding: string | null
  render: Render
}

/** Pages by key, each rendered once for all visitors. */
export interface PageCache {
  /** The page in an encoding that the client accepts, with its `etag`. @throws what `render` throws */
  respond(request: PageRequest): Promise<Response>
  /** The page that is cached under a key and needs no rendering; null without one. */
  fresh(key: string): CachedPage | null
  /** Empties the cache, after the shop's data has changed; pending renders are not cached. */
  clear(): void
  size(): number
}

export interface PageCacheOptions {
  /** How long a page is fresh, in milliseconds. A stale one is still sent while a new one is rendered (stale-while-revalidate). */
  ttlMs?: number
  /** Pages cached; the least recently used are evicted first. */
  max?: number
  /** Compressed bytes of all cached pages. */
  maxBytes?: number
  /** A clock, in milliseconds, above zero. */
  now?: () => number
}

export function pageCache({
  ttlMs = 30_000,
  max = 500,
  maxBytes = 64 * 1024 * 1024,
  now = Date.now,
}: PageCacheOptions = {}): PageCache {
  const pages = new LRUCache<string, CompressedPage>({
    max,
    maxSize: maxBytes,
    sizeCalculation: ({ html }) => html.size,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
    allowStale: true,
    noDeleteOnStaleGet: true,
  })
  const packer = htmlPacker(maxBytes)
  // Pending renders are not in the LRU cache, so that uncacheable pages evict nothing. `clear` starts a new map, and a render
  // that began under an earlier one is not cached.
  let pending = new Map<string, Promise<CompressedPage>>()

  const compress = async (
    key: string | null,
    { html, status, headers, cacheable }: UncompressedPage,
    generation: typeof pending,
  ): Promise<CompressedPage> => {
    const packed = await packer.pack(html, cacheable && key !== null)
    const { etag } = packed
    // A visitor with a cookie may get another page.
    const described = { ...headers, etag, vary: 'accept-encoding, cookie' }
    const page = { status, html: packed, headers: described, body: packed.body }
    if (cacheable && key !== null && generation === pending) pages.set(key, page)
    return page
  }

  const renderOnce = (key: string | null, render: Render): Promise<CompressedPage> => {
    const generation = pending
    const pendingPage = key === null ? undefined : generation.get(key)
    if (pendingPage) return pendingPage
    const page = render()
      .then((rendered) =>
        'sharedKey' in rendered
          ? findOrRender(rendered.sharedKey, rendered.render)
          : compress(key, rendered, generation),
      )
      .finally(() => {
        if (key !== null) generation.delete(key)
      })
    if (key !== null) generation.set(key, page)
    return page
  }

  const findOrRender = async (key: string | null, render: Render): Promise<CompressedPage> => {
    const cached = key === null ? undefined : pages.get(key)
    if (key === null || !cached) return renderOnce(key, render)
    // When it fails the stale page stays cached, and the next request tries again.
    if (pages.getRemainingTTL(key) < 0) renderOnce(key, render).catch(() => undefined)
    return cached
  }

  return {
    async respond({ key, acceptEncoding, render }) {
      const page = await findOrRender(key, render)
      const encoding = negotiateEncoding(acceptEncoding)
      const headers = { ...page.headers, ...(encoding && { 'content-encoding': encoding }) }
      return new Response(new Uint8Array(await page.body(encoding)), { status: page.status, headers })
    },
    fresh(key) {
      const page = pages.get(key)
      return page && pages.getRemainingTTL(key) >= 0 ? page : null
    },
    clear() {
      pages.clear()
      pending = new Map()
    },
    size: () => pages.size,
  }
}
