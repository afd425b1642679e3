import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../http/content-encoding'

/** HTML as it is sent: compressed once for all who ask. */
export interface PackedHtml {
  /** A weak one, of the HTML itself: how it is compressed changes nothing. */
  readonly etag: string
  /** Compressed bytes held. */
  readonly size: number
  /** The bytes in an encoding; null gives the HTML itself. */
  body(encoding: Encoding | null): Promise<Buffer>
}

/** Compresses HTML. What was compressed before is found by its content, also after the shop's data has changed. */
export interface HtmlPacker {
  /** @param again whether it will be asked for again: what will not is compressed faster */
  pack(html: string, again: boolean): Promise<PackedHtml>
}

// A window as large as a page saves the compressor most of its start-up time.
const compress = (html: string, quality: number) =>
  promisify(brotliCompress)(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  })
const fromBrotli = promisify(brotliDecompress)

/** What is asked for so often is worth the slowest compression, a tenth of a second for a tenth of the bytes. */
const worthIt = 3

/**
 * @param maxBytes compressed bytes that are remembered
 * @param best Brotli's quality for what is asked for often
 */
export function htmlPacker(maxBytes: number, best = constants.BROTLI_MAX_QUALITY): HtmlPacker {
  const packed = new LRUCache<string, PackedHtml>({ maxSize: maxBytes, sizeCalculation: ({ size }) => size })
  // One at a time: pages that are rendered meanwhile need the processors more.
  let queue = Promise.resolve()

  const createPacked = async (html: string, etag: string, again: boolean): Promise<PackedHtml> => {
    let brotli = await compress(html, again ? 6 : 4)
    let gzipped: Promise<Buffer> | null = null
    let asked = 0
    const compressBest = async () => {
      brotli = await compress((await fromBrotli(brotli)).toString(), best)
    }
    return {
      etag,
      size: brotli.length,
      async body(encoding) {
        if (encoding === null) return fromBrotli(brotli)
        if (encoding === 'gzip')
          return (gzipped ??= fromBrotli(brotli).then((html) => promisify(gzip)(html, { level: 7 })))
        asked += 1
        if (again && asked === worthIt) queue = queue.then(compressBest).catch(() => undefined)
        return brotli
      },
    }
  }

  return {
    async pack(html, again) {
      const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
      const known = packed.get(etag)
      if (known) return known
      const made = await createPacked(html, etag, again)
      if (again) packed.set(etag, made)
      return made
    },
  }
}
