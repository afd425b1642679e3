import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'

/** A page ready to be sent. */
export interface ReadyPage {
  status: number
  html: string
  headers: Record<string, string>
  /** False for what must not be shown to the next visitor, such as a page whose data could not be read. */
  keep: boolean
}

interface Kept extends Omit<ReadyPage, 'html'> {
  /** The HTML in Brotli, a seventh of its size: what most browsers are sent and all that is held. */
  body: Buffer
  gzip?: Promise<Buffer>
  etag: string
  madeAt: number
  epoch: number
  renewing: boolean
}

type Encoding = 'br' | 'gzip'

// The small window is as large as a page and saves the compressor most of its start. What is sent once is pressed less hard.
const inBrotli = (html: string, keep: boolean) => promisify(brotliCompress)(html, {
  params: { [constants.BROTLI_PARAM_QUALITY]: keep ? 6 : 4, [constants.BROTLI_PARAM_LGWIN]: 18, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
})
const plain = promisify(brotliDecompress)
const inGzip = async (body: Buffer) => promisify(gzip)(await plain(body), { level: 7 })

/** Pages by address, each made once for all visitors. */
export interface PageCache {
  /** @param key all that the page depends on, but the shop's data */
  answer(key: string, request: Request, make: () => Promise<ReadyPage>): Promise<Response>
  /** What the shop's data says has changed: every page is made anew when it is next asked for. */
  invalidate(): void
  size(): number
}

function encodingFor(request: Request): Encoding | null {
  const accepted = request.headers.get('accept-encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/**
 * Keeps pages. Older than `freshMs` a page is still sent, while a new one is made behind it.
 * @param most pages held; those not asked for longest go first
 */
export function pageCache({ freshMs = 30_000, most = 500, now = Date.now } = {}): PageCache {
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<Kept>>()
  let epoch = 0

  const make = (key: string, maker: () => Promise<ReadyPage>): Promise<Kept> => {
    const name = `${String(epoch)} ${key}`
    const underWay = making.get(name)
    if (underWay) return underWay
    const started = epoch
    const page = maker().then(async ({ html, ...ready }): Promise<Kept> => {
      const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
      const entry: Kept = { ...ready, body: await inBrotli(html, ready.keep), etag, madeAt: now(), epoch: started, renewing: false }
      if (ready.keep) {
        kept.delete(key)
        kept.set(key, entry)
        for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
      }
      return entry
    }).finally(() => { making.delete(name) })
    making.set(name, page)
    return page
  }

  const send = async (page: Kept, request: Request): Promise<Response> => {
    const headers = { ...page.headers, etag: page.etag, vary: 'accept-encoding' }
    if (page.status === 200 && request.headers.get('if-none-match') === page.etag) return new Response(null, { status: 304, headers })
    const encoding = encodingFor(request)
    if (!encoding) return new Response(new Uint8Array(await plain(page.body)), { status: page.status, headers })
    const body = encoding === 'br' ? page.body : await (page.gzip ??= inGzip(page.body))
    return new Response(new Uint8Array(body), { status: page.status, headers: { ...headers, 'content-encoding': encoding } })
  }

  return {
    async answer(key, request, maker) {
      const known = kept.get(key)
      if (!known || known.epoch !== epoch) return send(await make(key, maker), request)
      if (now() - known.madeAt > freshMs && !known.renewing) {
        known.renewing = true
        void make(key, maker).catch(() => undefined).finally(() => { known.renewing = false })
      }
      return send(known, request)
    },
    invalidate() { epoch += 1 },
    size: () => kept.size,
  }
}
