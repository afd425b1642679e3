import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { encodingFor, matches } from './negotiation'

/** A page ready to be sent. */
export interface ReadyPage {
  status: number
  html: string
  headers: Record<string, string>
  /** False for what must not be shown to the next visitor, such as a page whose data could not be read. */
  keep: boolean
}

/** The page of another key is the page of this one too: it is made once for all of them. */
export interface SamePage {
  sameAs: string
  make: () => Promise<ReadyPage>
}

/** Says when a page is made, and whether at all. */
type Limit = <T>(making: () => Promise<T>) => Promise<T>

interface Kept extends Omit<ReadyPage, 'html'> {
  /** The HTML in Brotli, a seventh of its size: what most browsers are sent and all that is held. */
  body: Buffer
  gzip?: Promise<Buffer>
  etag: string
  madeAt: number
  epoch: number
  renewing: boolean
}

// The small window is as large as a page and saves the compressor most of its start. What is sent once is pressed less hard.
const inBrotli = (html: string, keep: boolean) =>
  promisify(brotliCompress)(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: keep ? 6 : 4,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  })
const plain = promisify(brotliDecompress)
const inGzip = async (body: Buffer) => promisify(gzip)(await plain(body), { level: 7 })

/** Pages by address, each made once for all visitors. */
export interface PageCache {
  /**
   * A kept page is sent at once; making one, its compression included, is what `limit` limits.
   * @param key all that the page depends on, but the shop's data; null for a page of one visitor's own, which is not kept
   * @throws what `make` and `limit` throw
   */
  answer(
    key: string | null,
    request: Request,
    make: () => Promise<ReadyPage | SamePage>,
    limit?: Limit,
  ): Promise<Response>
  /** What the shop's data says has changed: every page is made anew when it is next asked for. */
  invalidate(): void
  size(): number
}

const atOnce: Limit = (making) => making()

/**
 * Keeps pages. Older than `freshMs` a page is still sent, while a new one is made behind it.
 * @param most pages held; those not asked for longest go first
 */
export function pageCache({ freshMs = 30_000, most = 500, now = Date.now } = {}): PageCache {
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<Kept>>()
  let epoch = 0

  const press = async (key: string | null, { html, ...ready }: ReadyPage, started: number): Promise<Kept> => {
    const keep = ready.keep && key !== null
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
    const entry: Kept = {
      ...ready,
      body: await inBrotli(html, keep),
      etag,
      madeAt: now(),
      epoch: started,
      renewing: false,
    }
    if (keep) {
      kept.delete(key)
      kept.set(key, entry)
      for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
    }
    return entry
  }

  const make = (
    key: string | null,
    maker: () => Promise<ReadyPage | SamePage>,
    limit: Limit,
  ): Promise<Kept> => {
    const name = `${String(epoch)} ${String(key)}`
    const underWay = key === null ? undefined : making.get(name)
    if (underWay) return underWay
    const started = epoch
    const page = limit(async () => {
      const made = await maker()
      return 'sameAs' in made ? find(made.sameAs, made.make, atOnce) : press(key, made, started)
    }).finally(() => {
      making.delete(name)
    })
    if (key !== null) making.set(name, page)
    return page
  }

  const find = async (
    key: string | null,
    maker: () => Promise<ReadyPage | SamePage>,
    limit: Limit,
  ): Promise<Kept> => {
    const known = key === null ? undefined : kept.get(key)
    if (!known || known.epoch !== epoch) return make(key, maker, limit)
    if (now() - known.madeAt > freshMs && !known.renewing) {
      known.renewing = true
      void make(key, maker, limit)
        .catch(() => undefined)
        .finally(() => {
          known.renewing = false
        })
    }
    return known
  }

  const send = async (page: Kept, request: Request): Promise<Response> => {
    const headers = { ...page.headers, etag: page.etag, vary: 'accept-encoding' }
    if (page.status === 200 && matches(request.headers.get('if-none-match'), page.etag))
      return new Response(null, { status: 304, headers })
    const encoding = encodingFor(request.headers.get('accept-encoding'))
    if (!encoding)
      return new Response(new Uint8Array(await plain(page.body)), { status: page.status, headers })
    const body = encoding === 'br' ? page.body : await (page.gzip ??= inGzip(page.body))
    return new Response(new Uint8Array(body), {
      status: page.status,
      headers: { ...headers, 'content-encoding': encoding },
    })
  }

  return {
    answer: async (key, request, maker, limit = atOnce) => send(await find(key, maker, limit), request),
    invalidate() {
      epoch += 1
    },
    size: () => kept.size,
  }
}
