import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pictureSize, pictureType } from './picture-header'
import { jpegBytes, pngBytes, webpLosslessBytes, webpLossyBytes, webpExtendedBytes } from './testing'

const kinds = [
  ['JPEG', jpegBytes, 'image/jpeg', 0xffff],
  ['PNG', pngBytes, 'image/png', 0x7fffffff],
  ['lossy WebP', webpLossyBytes, 'image/webp', 0x3fff],
  ['lossless WebP', webpLosslessBytes, 'image/webp', 0x4000],
  ['extended WebP', webpExtendedBytes, 'image/webp', 0x1000000],
] as const

test.each(kinds)('the header of a %s tells its type and size', (_name, bytesOf, type, most) => {
  const side = fc.integer({ min: 1, max: most })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const bytes = bytesOf(width, height)
      expect(pictureType(bytes)).toBe(type)
      expect(pictureSize(bytes, type)).toEqual({ width, height })
    }),
  )
})

test.each(kinds)('a %s that is cut off has no size, and is never an exception', (_name, bytesOf, type) => {
  const whole = bytesOf(300, 200)
  fc.assert(
    fc.property(fc.nat(whole.length - 1), (length) => {
      const cut = whole.subarray(0, length)
      const size = pictureSize(cut, type)
      expect([null, { width: 300, height: 200 }]).toContainEqual(size)
      expect([type, null]).toContain(pictureType(cut))
    }),
  )
})

function expectSizeOrNone(size: ReturnType<typeof pictureSize>) {
  const { width, height } = size ?? { width: 1, height: 1 }
  expect(Math.min(width, height)).toBeGreaterThan(0)
}

test.each(kinds)('a %s with any bytes changed has a size or none', (_name, bytesOf, type) => {
  const whole = bytesOf(300, 200)
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 })
  fc.assert(
    fc.property(changes, (changed) => {
      const bytes = whole.slice()
      for (const [place, byte] of changed) bytes[place] = byte
      expectSizeOrNone(pictureSize(bytes, type))
    }),
  )
})

test('any bytes after a signature end in a size or none', () => {
  for (const [, bytesOf, type] of kinds) {
    const start = bytesOf(1, 1).subarray(0, 16)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (rest) => {
        const bytes = new Uint8Array([...start, ...rest])
        expectSizeOrNone(pictureSize(bytes, type))
      }),
    )
  }
})

test('a size of 0 is none', () => {
  expect(pictureSize(pngBytes(0, 10), 'image/png')).toBeNull()
  expect(pictureSize(jpegBytes(10, 0), 'image/jpeg')).toBeNull()
})

test('the frame of a JPEG is found behind large segments, fill bytes and a small picture inside EXIF', () => {
  const inner = jpegBytes(160, 120)
  const exif = [0xff, 0xe1, ...uint16(inner.length + 2), ...inner]
  const filled = [0xff, 0xff, 0xff, 0xfe, ...uint16(60_000), ...new Uint8Array(59_998)]
  const plain = jpegBytes(4000, 3000)
  const bytes = new Uint8Array([...plain.subarray(0, 2), ...exif, ...filled, ...plain.subarray(2)])
  expect(pictureSize(bytes, 'image/jpeg')).toEqual({ width: 4000, height: 3000 })
})

test.each([
  ['GIF', 'GIF89a'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', '<!doctype html>'],
  ['PDF', '%PDF-1.7'],
  ['another RIFF', 'RIFF\0\0\0\0WAVEfmt '],
  ['AVIF', '\0\0\0\x1cftypavif'],
  ['nothing', ''],
])('%s is no picture of the shop', (_name, text) => {
  expect(pictureType(new TextEncoder().encode(text))).toBeNull()
})

function uint16(value: number): number[] {
  return [value >> 8, value & 255]
}
