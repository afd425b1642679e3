const widths = [320, 640, 960, 1280]

/** Drawn by the house when a product has no picture of its own. */
export const placeholderImage = '/media/placeholder.webp'

export interface PictureSources {
  avif: string
  webp: string
}

/**
 * The `srcset`s of a picture of our own media folder. The web server keeps the widths that its master reaches, in AVIF
 * and WebP, and the master itself as WebP. Undefined for any other address, of which only the one file is known.
 * @param masterWidth pixels across; a width beyond it would not be found
 */
export function pictureSources(src: string, masterWidth: number): PictureSources | undefined {
  const name = /^\/media\/([\w-]+)\.webp$/.exec(src)?.[1]
  if (name === undefined) return undefined
  const kept = widths.filter((width) => width <= masterWidth)
  const set = (format: string) => kept.map((width) => `/media/${name}-${width}.${format} ${width}w`)
  const webp = kept.includes(masterWidth) ? set('webp') : [...set('webp'), `${src} ${masterWidth}w`]
  return { avif: set('avif').join(', '), webp: webp.join(', ') }
}
