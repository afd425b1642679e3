import { expect, test, vi } from 'vitest'
import { defaultSettings, parseSettings } from './settings'

test('without rows the defaults hold', () => {
  expect(parseSettings([])).toEqual(defaultSettings)
})

test('a row changes just its own setting', () => {
  const settings = parseSettings([{ key: 'checkout.requireSignIn', value: true }])
  expect(settings.checkout.requireSignIn).toBe(true)
  expect(settings.pricing).toEqual(defaultSettings.pricing)
})

test.each([
  ['pricing.factor', '0.79'],
  ['pricing.factor', -1],
  ['delivery.coverage', 'moon'],
  ['no.such', 1],
])('%s = %s is refused and reported, the default stays', (key, value) => {
  const refused = vi.fn()
  expect(parseSettings([{ key, value }], refused)).toEqual(defaultSettings)
  expect(refused).toHaveBeenCalledWith({ key, value })
})
