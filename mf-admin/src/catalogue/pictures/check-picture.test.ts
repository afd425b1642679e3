import { expect, test } from 'vitest'
import { checkPicture, shapeRejection } from './check-picture'
import {
  jpegBytes,
  movingPngBytes,
  animatedWebpBytes,
  pngBytes,
  webpExtendedBytes,
  webpLossyBytes,
} from './testing'

const limit = 5 * 1024 * 1024

/** A file of that many bytes that starts with these. */
const fileOf = (start: Uint8Array<ArrayBuffer>, bytes = start.length, name = 'picture.jpg') =>
  new File([start, new Uint8Array(bytes - start.length)], name, { type: 'image/jpeg' })

test('one byte under 5 MB is taken, 5 MB are not', async () => {
  expect(await checkPicture(fileOf(jpegBytes(100, 100), limit - 1))).toEqual({ type: 'image/jpeg' })
  expect(await checkPicture(fileOf(jpegBytes(100, 100), limit))).toEqual({
    rejection: { title: 'File too large', message: 'This file is 5.0MB. Please upload a file under 5MB.' },
  })
})

test('the message says how large the file is', async () => {
  const checked = await checkPicture(fileOf(jpegBytes(100, 100), 7.26 * 1024 * 1024))
  expect(checked).toMatchObject({
    rejection: { message: 'This file is 7.3MB. Please upload a file under 5MB.' },
  })
})

test.each([
  ['image/jpeg', jpegBytes(10, 10)],
  ['image/png', pngBytes(10, 10)],
  ['image/webp', webpLossyBytes(10, 10)],
])('the type of %s is read from its bytes, not from its name', async (type, bytes) => {
  expect(await checkPicture(fileOf(bytes))).toEqual({ type })
})

test.each(['GIF89a', '<svg/>'])('a file of %j that is called .jpg is rejected', async (text) => {
  expect(await checkPicture(fileOf(new TextEncoder().encode(text)))).toEqual({
    rejection: { title: 'Invalid file type', message: 'Only JPEG, PNG, and WebP images are allowed.' },
  })
})

test('50 megapixels are taken, more are rejected in words', async () => {
  expect(await checkPicture(fileOf(pngBytes(10_000, 5000)))).toEqual({ type: 'image/png' })
  expect(await checkPicture(fileOf(pngBytes(10_000, 5001)))).toEqual({
    rejection: {
      title: 'Image too large',
      message:
        'This image has 10000 × 5001 pixels (50.1 megapixels). Please upload one of at most 50 megapixels.',
    },
  })
  expect(await checkPicture(fileOf(webpExtendedBytes(0x1000000, 0x1000000)))).toMatchObject({
    rejection: { title: 'Image too large' },
  })
})

test('a file that is cut off is rejected in words', async () => {
  expect(await checkPicture(fileOf(pngBytes(10, 10).slice(0, 20)))).toMatchObject({
    rejection: { title: 'Image not readable' },
  })
})

test('an empty file is rejected in words', async () => {
  expect(await checkPicture(fileOf(new Uint8Array()))).toEqual({
    rejection: { title: 'Image not readable', message: 'This file is empty. Please choose another one.' },
  })
})

test.each([
  ['an animated WebP', animatedWebpBytes(100, 100), 'Animated image'],
  ['an animated PNG', movingPngBytes(100, 100), 'Animated image'],
  ['a JPEG in CMYK', jpegBytes(100, 100, 4), 'Image in print colours'],
])('%s is rejected, since its copies would be other pictures', async (_name, bytes, title) => {
  expect(await checkPicture(fileOf(bytes))).toMatchObject({ rejection: { title } })
})

test.each([
  ['an extended WebP of one frame', webpExtendedBytes(100, 100)],
  ['a JPEG in RGB', jpegBytes(100, 100, 3)],
])('%s is accepted', async (_name, bytes) => {
  expect(await checkPicture(fileOf(bytes))).toHaveProperty('type')
})

test.each([
  [720, 16_383, [320, 720], null],
  [720, 16_384, [320, 720], 'Image too tall'],
  [720, 37_062, [320, 720], 'Image too tall'],
  [2560, 32_766, [320, 1280], null],
  [2560, 32_770, [320, 1280], 'Image too tall'],
  [32_000, 100, [320, 1280], null],
  [32_001, 100, [320, 1280], 'Image too wide'],
])(
  'a picture of %i × %i pixels keeps its shape in all widths, or is rejected',
  (width, height, widths, title) => {
    expect(shapeRejection({ width, height }, widths)?.title ?? null).toBe(title)
  },
)
