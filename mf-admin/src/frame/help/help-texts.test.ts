import { expect, test } from 'vitest'
import { screens } from '../layout/screens'
import { helpFor, helpTexts } from './help-texts'

const paths = Object.values(screens).flatMap(({ to }) => (to?.startsWith('/admin/') ? [to] : []))

test.each(paths)('the screen %s has help of two to five plain sentences', (path) => {
  const sentences = helpTexts[path] ?? []
  expect(sentences.length, 'write its help in help-texts.ts').toBeGreaterThanOrEqual(2)
  expect(sentences.length).toBeLessThanOrEqual(5)
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^[A-Z].{10,160}\.$/)
    expect(new Set(sentences).size).toBe(sentences.length)
  }
})

test('pages below a screen have its help unless they have their own', () => {
  expect(helpFor('/admin/products/import')).toBe(helpTexts['/admin/products/import'])
  expect(helpFor('/admin/returns/one')).toBe(helpTexts['/admin/returns'])
  expect(helpFor('/admin/nowhere')).toEqual([])
})
