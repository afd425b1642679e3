const widths = [320, 640, 960, 1280]

/** Shown when a product has no picture. */
export const placeholderImage = '/media/placeholder.webp'

export interface PictureSources {
  avif: string
  webp: string
}

/**
 * The `srcset`s of a picture in our media folder, which has every width up to the master's in AVIF and WebP, and the
 * master as WebP. Undefined for other URLs, which have only one file.
 * @param masterWidth width of the master in pixels; wider copies do not exist
 */
export function pictureSources(src: string, masterWidth: number): PictureSources | undefined {
  const name = /^\/media\/([\w-]+)\.webp$/.exec(src)?.[1]
  if (name === undefined) return undefined
  const available = widths.filter((width) => width <= masterWidth)
  const srcsetOf = (format: string) => available.map((width) => `/media/${name}-${width}.${format} ${width}w`)
  const webp = available.includes(masterWidth)
    ? srcsetOf('webp')
    : [...srcsetOf('webp'), `${src} ${masterWidth}w`]
  return { avif: srcsetOf('avif').join(', '), webp: webp.join(', ') }
}
