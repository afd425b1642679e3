import { expect, test } from 'vitest'
import { slugOf, slugToSend } from './slug-field'

test.each([
  ['Silk & Linen', 'silk-linen'],
  ['  Hello - World ', 'hello-world'],
  ['Crème brûlée', 'creme-brulee'],
  ['!!!', ''],
  ['x'.repeat(300), 'x'.repeat(120)],
])('the slug of %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test.each([
  ['a new name, its slug not touched', 'silk', 'Silk', null, null],
  ['a new one by hand', 'soft', 'Silk', null, 'soft'],
  ['left empty', null, 'Silk', 'silk', null],
  ['unchanged', 'silk', 'Silk', 'silk', 'silk'],
  ['unchanged with a number', 'silk-2', 'Silk', 'silk-2', 'silk-2'],
  ['following a new name', 'linen', 'Linen', 'silk', null],
  ['kept though the name is new', 'silk', 'Linen', 'silk', 'silk'],
])('%s', (_, entered, name, stored, sent) => {
  expect(slugToSend(entered, name, stored)).toBe(sent)
})
