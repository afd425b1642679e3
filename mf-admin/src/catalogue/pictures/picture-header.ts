import type { UploadType } from '@shop/settings/uploads'

/** The types of pictures that the shop takes. */
export type PictureType = UploadType

/** Width and height in pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** The type of a picture by its first bytes, whatever its name and declared type are; null for anything else. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  return textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP' ? 'image/webp' : null
}

const sizeReaders: Record<PictureType, (view: DataView) => PictureSize | null> = {
  'image/jpeg': jpegFrame,
  'image/png': pngSize,
  'image/webp': webpSize,
}

/** The size that a picture's header states, without decoding it; null if the header is damaged or states none. */
export function pictureSize(bytes: Uint8Array, type: PictureType): PictureSize | null {
  try {
    const size = sizeReaders[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (!size || size.width === 0 || size.height === 0) return null
    return { width: size.width, height: size.height }
  } catch (error) {
    // A view is read beyond its end when the file is cut off.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The feature of a picture that a copy would lose: its animation, or its CMYK colours; null for none. */
export function lostInCopy(bytes: Uint8Array, type: PictureType): 'animation' | 'cmyk' | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (type === 'image/jpeg') return jpegFrame(view)?.channels === 4 ? 'cmyk' : null
    const isAnimated =
      type === 'image/png'
        ? isAnimatedPng(bytes, view)
        : textAt(bytes, 12) === 'VP8X' && (view.getUint8(20) & animationFlag) !== 0
    return isAnimated ? 'animation' : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Of the flags of an extended WebP. */
const animationFlag = 2

/** Whether a PNG has the chunk of animations, which stands before its pixels. */
function isAnimatedPng(bytes: Uint8Array, view: DataView): boolean {
  for (let offset = 8; ; offset += 12 + view.getUint32(offset)) {
    const chunk = textAt(bytes, offset + 4)
    if (chunk === 'acTL' || chunk === 'IDAT') return chunk === 'acTL'
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

/** Four characters, as chunks are named. */
function textAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4))
}

function pngSize(view: DataView): PictureSize | null {
  const isHeader = view.getUint32(12) === 0x49484452
  return isHeader ? { width: view.getUint32(16), height: view.getUint32(20) } : null
}

/** The size is in the first frame header (SOF), after any number of segments, such as EXIF with its own small picture. */
function jpegFrame(view: DataView): (PictureSize & { channels: number }) | null {
  let offset = 2
  for (;;) {
    if (view.getUint8(offset) !== 0xff) return null
    const marker = view.getUint8(offset + 1)
    if (marker === 0xff) offset += 1
    else if (isFrameHeader(marker))
      return {
        height: view.getUint16(offset + 5),
        width: view.getUint16(offset + 7),
        channels: view.getUint8(offset + 9),
      }
    else if (marker === 0xda || marker === 0xd9) return null
    else if (hasNoLength(marker)) offset += 2
    else offset += 2 + Math.max(2, view.getUint16(offset + 2))
  }
}

// SOF0 to SOF15, between which are DHT, JPG and DAC.
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function hasNoLength(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

function webpSize(view: DataView): PictureSize | null {
  const chunk = String.fromCharCode(...[12, 13, 14, 15].map((offset) => view.getUint8(offset)))
  if (chunk === 'VP8X') return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true)
    return view.getUint8(20) === 0x2f
      ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
      : null
  }
  const isKeyFrame = chunk === 'VP8 ' && uint24(view, 23) === 0x2a019d
  if (!isKeyFrame) return null
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) + view.getUint8(offset + 2) * 0x10000
}
