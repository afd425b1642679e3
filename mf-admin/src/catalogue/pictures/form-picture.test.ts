import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formPictures, movePicture } from './form-picture'
import { addressOf, filesOf, newPictureName } from './picture-address'
import { widthsOf } from './picture-copies'

test('a picture moves to another place, and a place that is none changes nothing', () => {
  expect(movePicture(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(movePicture(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(movePicture(['a', 'b'], 0, 2)).toEqual(['a', 'b'])
  expect(movePicture(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})

test('a move loses no picture, and back again is as before', () => {
  const places = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(places, fc.nat(19), fc.nat(19), (pictures, one, other) => {
      const from = one % pictures.length
      const to = other % pictures.length
      const moved = movePicture(pictures, from, to)
      expect(moved[to]).toBe(pictures[from])
      expect(movePicture(moved, to, from)).toEqual(pictures)
    }),
  )
})

test('each picture of a record comes with its text, also where the same is twice', () => {
  const [first, second] = formPictures(['/media/a.webp', '/media/a.webp'], ['One'])
  expect([first?.alt, second?.alt]).toEqual(['One', ''])
  expect(first?.key).not.toBe(second?.key)
})

test.each([
  [4000, [320, 640, 960, 1280]],
  [1280, [320, 640, 960, 1280]],
  [1279, [320, 640, 960, 1279]],
  [640, [320, 640]],
  [100, [100]],
])('a picture of %i pixels is stored in widths up to its own', (width, widths) => {
  expect(widthsOf(width)).toEqual(widths)
})

test('the files of an upload follow from its address', () => {
  const name = newPictureName('product-images')
  expect(name).toMatch(/^product-images\/[\da-f-]{36}$/)
  const address = addressOf('product-images', `${name}-700.webp`)
  expect(address).toBe(`/storage/v1/object/public/product-images/${name}-700.webp`)
  expect(filesOf(address)).toEqual({
    bucket: 'product-images',
    files: [320, 640, 700].map((width) => `${name}-${String(width)}.webp`),
  })
  expect(
    filesOf(addressOf('category-images', `${newPictureName('category-images')}-320.jpg`))?.files,
  ).toHaveLength(1)
})

test.each([
  '/media/a-320.webp',
  '/storage/v1/object/public/placeholders/product-320.webp',
  'https://cdn.example/storage/v1/object/public/product-images/a-320.webp',
])('%s has no files of ours to remove', (address) => {
  expect(filesOf(address)).toBeNull()
})
