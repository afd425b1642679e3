import { expect, test } from 'vitest'
import { axisText, changeText, valueText } from './measure'

test.each([
  [120, 100, '+20% on the period before'],
  [80, 100, '-20% on the period before'],
  [100, 100, '0% on the period before'],
  [5, 0, 'none before'],
  [0, 0, 'as before'],
])('%d after %d is %s', (now, before, words) => {
  expect(changeText(now, before)).toBe(words)
})

test('money is in pounds, counts are not', () => {
  expect(valueText(123456, 'paid')).toBe('£1,234.56')
  expect(valueText(123456, 'orders')).toBe('123,456')
  expect(axisText(1_234_500, 'revenue')).toBe('£12.3k')
})
