import { uploadWidths } from './uploads'

/** Widths in pixels of the shop's own files, as far as the master is that wide. */
const mediaWidths = [320, 480, 640, 960, 1280, 1600]

const media = /^(\/media\/[\w-]+)\.webp$/
const uploaded = /^(\/storage\/v1\/object\/public\/.+)-(\d+)\.(webp|jpg)$/

/** A format of a picture, as `<source>` takes it. */
export interface PictureSource {
  type: string
  srcSet: string
}

/**
 * The URL of a picture from its address in the database, which has no origin: `/media/<name>.webp` is a file of the shop and
 * stays a path of its origin, `/storage/v1/...` is a file of the backend. Other URLs are returned as they are.
 * @param backendUrl URL of the backend for browsers
 */
export function pictureUrl(address: string, backendUrl: string): string {
  return address.startsWith('/storage/v1/') ? backendUrl + address : address
}

/**
 * The copies of a picture in several widths, best format first. A media file has every width below the master's, and the
 * master's own, in AVIF and WebP; its master is WebP. The address of an upload, `…/<id>-<width>.<type>`, names its widest copy. Empty for other
 * URLs, which have only one file.
 * @param masterWidth width of a media file's master in pixels; wider copies do not exist
 */
export function pictureSources(address: string, masterWidth: number, backendUrl: string): PictureSource[] {
  const [, stem, widest, format] = uploaded.exec(address) ?? []
  if (stem !== undefined && format !== undefined) {
    const url = pictureUrl(stem, backendUrl)
    const type = format === 'jpg' ? 'image/jpeg' : 'image/webp'
    const available = [...uploadWidths.filter((width) => width < Number(widest)), Number(widest)]
    return [{ type, srcSet: srcSetOf(url, format, available) }]
  }
  const name = media.exec(address)?.[1]
  if (name === undefined) return []
  const copies = mediaWidths.filter((width) => width < masterWidth)
  return [
    { type: 'image/avif', srcSet: srcSetOf(name, 'avif', [...copies, masterWidth]) },
    { type: 'image/webp', srcSet: `${srcSetOf(name, 'webp', copies)}, ${address} ${masterWidth}w` },
  ]
}

function srcSetOf(stem: string, format: string, available: readonly number[]): string {
  return available.map((width) => `${stem}-${width}.${format} ${width}w`).join(', ')
}
