import { uploadWidths } from '@shop/settings/uploads'
import { shapeRejection, type PictureRejection } from './check-picture'
import type { PictureType } from './picture-header'

const webp = { type: 'image/webp', extension: 'webp', quality: 0.82 } as const
// For browsers that cannot write WebP; they return PNG instead.
const jpeg = { type: 'image/jpeg', extension: 'jpg', quality: 0.85 } as const

/** A picture in one width. */
export interface PictureCopy {
  width: number
  blob: Blob
}

/** A picture in every width that the shop shows, narrowest first, all of one type. */
export interface PictureCopies {
  extension: 'webp' | 'jpg'
  copies: readonly PictureCopy[]
}

/** The widths in which a picture is stored: never wider than it is. */
export function widthsOf(width: number): number[] {
  const widest = Math.min(width, Math.max(...uploadWidths))
  return [...uploadWidths.filter((each) => each < widest), widest]
}

/**
 * Makes the copies of a checked picture: upright, and without EXIF, since only the pixels are drawn.
 * @returns the copies, or why they would not have the picture's shape
 * @throws Error if the browser cannot decode it
 */
export async function makeCopies(
  file: Blob,
  type: PictureType,
): Promise<PictureCopies | { rejection: PictureRejection }> {
  // By the type of its bytes: the declared one is that of the file's name.
  const picture = await createImageBitmap(new Blob([file], { type }), { imageOrientation: 'from-image' })
  try {
    const all = widthsOf(picture.width)
    const rejection = shapeRejection(picture, all)
    if (rejection) return { rejection }
    const first = await resize(picture, all[0] ?? picture.width, webp)
    const format = first.type === webp.type ? webp : jpeg
    const copies: PictureCopy[] = []
    for (const width of all) copies.push({ width, blob: await resize(picture, width, format) })
    return { extension: format.extension, copies }
  } finally {
    picture.close()
  }
}

async function resize(picture: ImageBitmap, width: number, format: typeof webp | typeof jpeg): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round((picture.height * width) / picture.width))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on')
  if (format === jpeg) {
    // JPEG has no transparency; without this it would be black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, format.type, format.quality)
  })
  // Frees the pixels at once rather than with the next garbage collection.
  canvas.width = 0
  if (!blob) throw new Error('The browser cannot write the picture')
  return blob
}
