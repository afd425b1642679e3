import { expect, test } from 'vitest'
import { withoutLinks } from './links'

test('telephone numbers in a text are replaced, order numbers are kept', () => {
  expect(withoutLinks('Where is AM20260105-0006? Call 07700 900123.')).toBe(
    'Where is AM20260105-0006? Call [number left out].',
  )
  expect(withoutLinks('AM07700900123 and AM20260105-07700900123')).toBe(
    'AM[number left out] and AM[number left out]',
  )
})
