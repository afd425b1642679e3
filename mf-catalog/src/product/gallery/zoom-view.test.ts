import { expect, test } from 'vitest'
import { panned, scaled, initialView, type Frame } from './zoom-view'

const frame: Frame = { viewport: { width: 1000, height: 500 }, picture: { width: 400, height: 500 } }
const far = { x: 9999, y: 9999 }

test('the point under the pointer stays where it is', () => {
  const at = { x: 50, y: 100 }
  const near = scaled(initialView, 4, at, frame)
  // The picture's own point under `at`, before and after.
  expect([(at.x - near.x) / near.scale, (at.y - near.y) / near.scale]).toEqual([at.x, at.y])
})

test('the scale stays between one and four', () => {
  expect(scaled(initialView, 40, far, frame).scale).toBe(4)
  expect(scaled({ scale: 2, x: 0, y: 100 }, 0.1, far, frame)).toEqual(initialView)
})

test('the picture cannot be panned out of the viewport, nor at all where it fits', () => {
  expect(panned({ scale: 2, x: 0, y: 0 }, far, frame)).toEqual({ scale: 2, x: 0, y: 250 })
  expect(panned({ scale: 4, x: 0, y: 0 }, far, frame)).toEqual({ scale: 4, x: 300, y: 750 })
  expect(panned(initialView, far, frame)).toEqual(initialView)
})
