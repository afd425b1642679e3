import { expect, test } from 'vitest'
import { pictureSources, pictureUrl } from './picture-sources'

const backend = 'https://backend.test'
const folder = '/storage/v1/object/public/product-images/product-images'
const srcSets = (address: string, masterWidth = 1600) =>
  Object.fromEntries(pictureSources(address, masterWidth, backend).map(({ type, srcSet }) => [type, srcSet]))

test.each([
  ['/media/halo-ring-1.webp', '/media/halo-ring-1.webp'],
  [`${folder}/a-1280.webp`, `${backend}${folder}/a-1280.webp`],
  ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['/storage/other.webp', '/storage/other.webp'],
])('the URL of %s is %s', (address, url) => {
  expect(pictureUrl(address, backend)).toBe(url)
})

test('a file of the shop has AVIF and WebP in every width up to its master', () => {
  const copies = (format: string, ...of: number[]) =>
    of.map((width) => `/media/halo-ring-1-${String(width)}.${format} ${String(width)}w`).join(', ')
  expect(srcSets('/media/halo-ring-1.webp')).toEqual({
    'image/avif': copies('avif', 320, 480, 640, 960, 1280, 1600),
    'image/webp': `${copies('webp', 320, 480, 640, 960, 1280)}, /media/halo-ring-1.webp 1600w`,
  })
  expect(srcSets('/media/halo-ring-1.webp', 700)).toEqual({
    'image/avif': copies('avif', 320, 480, 640, 700),
    'image/webp': `${copies('webp', 320, 480, 640)}, /media/halo-ring-1.webp 700w`,
  })
})

test.each([
  [1280, [320, 640, 960, 1280]],
  [960, [320, 640, 960]],
  [700, [320, 640, 700]],
  [200, [200]],
])('an upload of %i pixels has its narrower widths beside it', (widest, all) => {
  const expected = all
    .map((width) => `${backend}${folder}/a-${String(width)}.webp ${String(width)}w`)
    .join(', ')
  expect(srcSets(`${folder}/a-${String(widest)}.webp`)).toEqual({ 'image/webp': expected })
})

test('an upload of a browser that writes no WebP is JPEG', () => {
  expect(srcSets(`${folder}/a-320.jpg`)).toEqual({ 'image/jpeg': `${backend}${folder}/a-320.jpg 320w` })
})

test.each(['https://cdn.example/a-320.webp', '/media/a.svg', '/media/../a.webp', `${folder}/a.webp`, ''])(
  '%j has one file alone',
  (address) => {
    expect(pictureSources(address, 1600, backend)).toEqual([])
  },
)
