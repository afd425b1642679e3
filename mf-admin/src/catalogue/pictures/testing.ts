/** Headers of pictures, as encoders write them, without the pixels. */

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))
const bigEndian = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, place) => Math.floor(value / 256 ** (bytes - 1 - place)) & 255)
const littleEndian = (value: number, bytes: number) => bigEndian(value, bytes).reverse()

export function jpegBytes(width: number, height: number, channels = 1): Uint8Array<ArrayBuffer> {
  const jfif = [0xff, 0xe0, 0, 16, ...ascii('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
  const tables = [0xff, 0xc4, 0, 4, 0, 0]
  const frame = [0xff, 0xc0, 0, 11, 8, ...bigEndian(height, 2), ...bigEndian(width, 2), channels, 1, 0x11, 0]
  return new Uint8Array([0xff, 0xd8, ...jfif, ...tables, ...frame, 0xff, 0xda])
}

export function pngBytes(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = [...bigEndian(13, 4), ...ascii('IHDR'), ...bigEndian(width, 4), ...bigEndian(height, 4)]
  return new Uint8Array([0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a, ...header, 8, 6, 0, 0, 0])
}

const webp = (chunk: string, content: readonly number[]) =>
  new Uint8Array([
    ...ascii('RIFF'),
    ...littleEndian(content.length + 12, 4),
    ...ascii('WEBP' + chunk),
    ...littleEndian(content.length, 4),
    ...content,
  ])

export const webpLossyBytes = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...littleEndian(width, 2), ...littleEndian(height, 2)])

export const webpLosslessBytes = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  webp('VP8L', [0x2f, ...littleEndian(width - 1 + (height - 1) * 2 ** 14, 4)])

export const webpExtendedBytes = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  webp('VP8X', [0, 0, 0, 0, ...littleEndian(width - 1, 3), ...littleEndian(height - 1, 3)])

/** A PNG of several frames. */
export const movingPngBytes = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    ...pngBytes(width, height),
    ...[0, 0, 0, 0, ...bigEndian(8, 4), ...ascii('acTL'), ...bigEndian(2, 4), ...bigEndian(0, 4)],
  ])

/** A WebP of several frames. */
export const animatedWebpBytes = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  webp('VP8X', [2, 0, 0, 0, ...littleEndian(width - 1, 3), ...littleEndian(height - 1, 3)])
