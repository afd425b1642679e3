import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { encodingFor } from './negotiation'

/** A page as it was rendered. */
export interface UncompressedPage {
  status: number
  html: string
  headers: Record<string, string>
  /** False for what must not be shown to the next visitor, such as a page whose data could not be read. */
  cacheable: boolean
}

/** The page of another key is the page of this one too: it is rendered once for all of them. */
export interface SharedPage {
  sharedKey: string
  render: () => Promise<UncompressedPage>
}

type Render = () => Promise<UncompressedPage | SharedPage>

/** Says when a page is rendered, and whether at all. */
type Limit = <T>(render: () => Promise<T>) => Promise<T>

interface CompressedPage {
  status: number
  headers: Record<string, string>
  /** The HTML in Brotli, a seventh of its size: what most browsers are sent and all that is held. */
  brotli: Buffer
  /** Made when it is first asked for. */
  gzip?: Promise<Buffer>
}

// The small window is as large as a page and saves the compressor most of its start. What is sent once is pressed less hard.
const toBrotli = (html: string, cacheable: boolean) =>
  promisify(brotliCompress)(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: cacheable ? 6 : 4,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  })
const fromBrotli = promisify(brotliDecompress)
const toGzip = async (brotli: Buffer) => promisify(gzip)(await fromBrotli(brotli), { level: 7 })

/** What a page is asked for with. */
interface PageRequest {
  /** All that the page depends on, but the shop's data; null for a page of one visitor's own, which is not cached. */
  key: string | null
  acceptEncoding: string | null
  render: Render
  /** Limits the rendering of a page, its compression included; a cached page is sent at once. */
  limit?: Limit
}

/** Pages by key, each rendered once for all visitors. */
export interface PageCache {
  /** The page, compressed as its client takes it, with its `etag`. @throws what `render` and `limit` throw */
  respond(request: PageRequest): Promise<Response>
  /** What the shop's data says has changed: every page is rendered anew when it is next asked for. */
  clear(): void
  size(): number
}

export interface PageCacheOptions {
  /** How long a page is fresh, in milliseconds. A stale one is still sent, while a new one is rendered in the background. */
  ttlMs?: number
  /** Pages held; those not asked for longest go first. */
  max?: number
  /** Compressed bytes of all pages held. */
  maxBytes?: number
  /** A clock, in milliseconds, above zero. */
  now?: () => number
}

const unlimited: Limit = (render) => render()

export function pageCache({
  ttlMs = 30_000,
  max = 500,
  maxBytes = 64 * 1024 * 1024,
  now = Date.now,
}: PageCacheOptions = {}): PageCache {
  const pages = new LRUCache<string, CompressedPage>({
    max,
    maxSize: maxBytes,
    sizeCalculation: ({ brotli }) => brotli.length,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
    allowStale: true,
    noDeleteOnStaleGet: true,
  })
  // Renders under way, apart from the cache: what is not cached in the end pushes nothing out of it. Each state of the
  // shop's data has a map of its own, and what was begun under an earlier one is not cached.
  let pending = new Map<string, Promise<CompressedPage>>()

  const compress = async (
    key: string | null,
    { html, status, headers, cacheable }: UncompressedPage,
    begunIn: typeof pending,
  ): Promise<CompressedPage> => {
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
    const brotli = await toBrotli(html, cacheable && key !== null)
    const page = { status, brotli, headers: { ...headers, etag, vary: 'accept-encoding' } }
    if (cacheable && key !== null && begunIn === pending) pages.set(key, page)
    return page
  }

  const renderOnce = (key: string | null, render: Render, limit: Limit): Promise<CompressedPage> => {
    const begunIn = pending
    const underWay = key === null ? undefined : begunIn.get(key)
    if (underWay) return underWay
    const page = limit(async () => {
      const rendered = await render()
      return 'sharedKey' in rendered
        ? find(rendered.sharedKey, rendered.render, unlimited)
        : compress(key, rendered, begunIn)
    }).finally(() => {
      if (key !== null) begunIn.delete(key)
    })
    if (key !== null) begunIn.set(key, page)
    return page
  }

  const find = async (key: string | null, render: Render, limit: Limit): Promise<CompressedPage> => {
    const cached = key === null ? undefined : pages.get(key)
    if (key === null || !cached) return renderOnce(key, render, limit)
    // When it fails the stale page stays, and the next request tries again.
    if (pages.getRemainingTTL(key) < 0) renderOnce(key, render, limit).catch(() => undefined)
    return cached
  }

  return {
    async respond({ key, acceptEncoding, render, limit = unlimited }) {
      const page = await find(key, render, limit)
      const { status, headers, brotli } = page
      const encoding = encodingFor(acceptEncoding)
      if (!encoding) return new Response(new Uint8Array(await fromBrotli(brotli)), { status, headers })
      const body = encoding === 'br' ? brotli : await (page.gzip ??= toGzip(brotli))
      return new Response(new Uint8Array(body), {
        status,
        headers: { ...headers, 'content-encoding': encoding },
      })
    },
    clear() {
      pages.clear()
      pending = new Map()
    },
    size: () => pages.size,
  }
}
