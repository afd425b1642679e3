import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardCell, unguardCell } from './safe-cells'

test.each(['=1+1', '+44', '-3', '@SUM(A1)', '\tx', '\rx', "'=1"])('%j is guarded', (text) => {
  expect(guardCell(text)).toBe(`'${text}`)
})

test.each(['Silk robe', '12.50', '', "It's", '£5'])('%j stays as it is', (text) => {
  expect(guardCell(text)).toBe(text)
})

test('no guarded cell starts a formula, and each is read back as it was', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string().map((text) => `'=${text}`),
  )
  fc.assert(
    fc.property(cell, (text) => {
      expect(guardCell(text)).not.toMatch(/^[=+\-@\t\r]/)
      expect(unguardCell(guardCell(text))).toBe(text)
    }),
  )
})
