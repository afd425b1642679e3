import { maxUploadBytes } from '@shop/settings/uploads'
import { lostInCopy, pictureSize, pictureType, type PictureSize, type PictureType } from './picture-header'

// Decoding takes four bytes a pixel, however small the file is.
const maxMegapixels = 50

/** Why a file is not taken, in words for the member of staff. */
export interface PictureRejection {
  title: string
  message: string
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

/**
 * Checks a chosen file before anything decodes it: its size, its type by the first bytes, and the number of pixels that its
 * header states.
 * @returns the type, or why the file is rejected
 */
export async function checkPicture(
  file: Blob,
): Promise<{ type: PictureType } | { rejection: PictureRejection }> {
  if (file.size >= maxUploadBytes)
    return rejected(
      'File too large',
      `This file is ${megabytes(file.size)}MB. Please upload a file under 5MB.`,
    )
  if (file.size === 0) return rejected('Image not readable', 'This file is empty. Please choose another one.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = pictureType(bytes)
  if (!type) return rejected('Invalid file type', 'Only JPEG, PNG, and WebP images are allowed.')
  const size = pictureSize(bytes, type)
  if (!size) return rejected(...unreadable)
  const loss = lostInCopy(bytes, type)
  if (loss) return { rejection: losses[loss] }
  const pixels = size.width * size.height
  if (pixels <= maxMegapixels * 1_000_000) return { type }
  const megapixels = Math.ceil(pixels / 100_000) / 10
  return rejected(
    'Image too large',
    `This image has ${String(size.width)} × ${String(size.height)} pixels (${String(megapixels)} megapixels). Please upload one of at most ${String(maxMegapixels)} megapixels.`,
  )
}

const losses = {
  animation: {
    title: 'Animated image',
    message:
      'This image moves, and the shop shows still pictures. Please save the frame you want as a JPEG, PNG or WebP image and choose that.',
  },
  cmyk: {
    title: 'Image in print colours',
    message:
      'This image is in CMYK, the colours of print, which look different on a screen. Please save it in RGB and choose it again.',
  },
} as const

/** The longest side that WebP has, in pixels; canvases cut what is longer. */
const maxSide = 16_383

/**
 * Why the copies of a picture would not have its shape; null when they do.
 * @param size of the upright picture, as it was decoded
 * @param widths of the copies
 */
export function shapeRejection(
  { width, height }: PictureSize,
  widths: readonly number[],
): PictureRejection | null {
  const heights = widths.map((each) => (height * each) / width)
  const size = `This image has ${String(width)} × ${String(height)} pixels`
  if (Math.max(...heights) > maxSide)
    return {
      title: 'Image too tall',
      message: `${size}. At this width it can be at most ${String(Math.floor((maxSide * width) / Math.max(...widths)))} high: please crop it or cut it into several images.`,
    }
  if (Math.min(...heights) < 1)
    return {
      title: 'Image too wide',
      message: `${size}. Please crop it to at most ${String(height * Math.min(...widths))} pixels wide.`,
    }
  return null
}

/** Title and message for a file that is damaged or incomplete. */
export const unreadable = [
  'Image not readable',
  'This file is damaged or incomplete. Please choose another one.',
] as const

function rejected(title: string, message: string): { rejection: PictureRejection } {
  return { rejection: { title, message } }
}
