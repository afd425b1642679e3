const widths = [320, 640, 960, 1280]

/** Drawn by the house when a product has no picture of its own. */
export const placeholderImage = '/media/placeholder.webp'

export interface PictureSources {
  avif: string
  webp: string
}

/**
 * The `srcset`s of a picture of our own media folder, which the web server keeps in four widths;
 * undefined for any other address, of which only the one file is known.
 */
export function pictureSources(src: string): PictureSources | undefined {
  const name = /^\/media\/([\w-]+)\.webp$/.exec(src)?.[1]
  if (name === undefined) return undefined
  const set = (format: string) => widths.map((width) => `/media/${name}-${width}.${format} ${width}w`).join(', ')
  return { avif: set('avif'), webp: set('webp') }
}
