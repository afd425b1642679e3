import { pictureSize, pictureType, type PictureType } from './picture-header'

/** Files must be smaller than this, in bytes. */
const maxFileBytes = 5 * 1024 * 1024

// Decoding takes four bytes a pixel, however small the file is.
const maxMegapixels = 50

/** Why a file is not taken, in words for the member of staff. */
export interface PictureRefusal {
  title: string
  message: string
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

/**
 * Checks a chosen file before anything decodes it: its size, its type by the first bytes, and the number of pixels that its
 * header states.
 * @returns the type, or why the file is refused
 */
export async function checkPicture(file: Blob): Promise<{ type: PictureType } | { refusal: PictureRefusal }> {
  if (file.size >= maxFileBytes)
    return refused(
      'File too large',
      `This file is ${megabytes(file.size)}MB. Please upload a file under 5MB.`,
    )
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = pictureType(bytes)
  if (!type) return refused('Invalid file type', 'Only JPEG, PNG, and WebP images are allowed.')
  const size = pictureSize(bytes, type)
  if (!size) return refused(...unreadable)
  const pixels = size.width * size.height
  if (pixels <= maxMegapixels * 1_000_000) return { type }
  const megapixels = Math.ceil(pixels / 100_000) / 10
  return refused(
    'Image too large',
    `This image has ${String(size.width)} × ${String(size.height)} pixels (${String(megapixels)} megapixels). Please upload one of at most ${String(maxMegapixels)} megapixels.`,
  )
}

/** Title and message for a file that is damaged or incomplete. */
export const unreadable = [
  'Image not readable',
  'This file is damaged or incomplete. Please choose another one.',
] as const

function refused(title: string, message: string): { refusal: PictureRefusal } {
  return { refusal: { title, message } }
}
