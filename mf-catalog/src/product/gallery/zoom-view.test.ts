import { expect, test } from 'vitest'
import { initialView, maxScaleOf, panned, scaled, type Frame } from './zoom-view'

const frame: Frame = {
  viewport: { width: 1000, height: 500 },
  picture: { width: 400, height: 500 },
  maxScale: 4,
}
const far = { x: 9999, y: 9999 }

test('the point under the pointer stays where it is', () => {
  const at = { x: 50, y: 100 }
  const near = scaled(initialView, 4, at, frame)
  // The picture's own point under `at`, before and after.
  expect([(at.x - near.x) / near.scale, (at.y - near.y) / near.scale]).toEqual([at.x, at.y])
})

test.each([
  ['a master of twice the box', { width: 800, height: 1000 }, 2],
  ['a wide picture, which the box holds by its width', { width: 1200, height: 500 }, 3],
  ['a picture smaller than the box', { width: 200, height: 250 }, 1],
  ['a picture that is still on its way', { width: 0, height: 0 }, 2],
])('%s is enlarged to its own size', (_what, own, scale) => {
  expect(maxScaleOf(own, frame.picture)).toBe(scale)
})

test('the scale stays between one and the largest', () => {
  expect(scaled(initialView, 40, far, frame).scale).toBe(4)
  expect(scaled({ scale: 2, x: 0, y: 100 }, 0.1, far, frame)).toEqual(initialView)
})

test('the picture cannot be panned out of the viewport, nor at all where it fits', () => {
  expect(panned({ scale: 2, x: 0, y: 0 }, far, frame)).toEqual({ scale: 2, x: 0, y: 250 })
  expect(panned({ scale: 4, x: 0, y: 0 }, far, frame)).toEqual({ scale: 4, x: 300, y: 750 })
  expect(panned(initialView, far, frame)).toEqual(initialView)
})
