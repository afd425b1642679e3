import { expect, test, vi } from 'vitest'
import { defaultSettings, parseSettings } from './settings'

test('without rows the defaults apply', () => {
  expect(parseSettings([])).toEqual(defaultSettings)
})

test('a row changes only its own setting', () => {
  const settings = parseSettings([{ key: 'checkout.requireSignIn', value: true }])
  expect(settings.checkout.requireSignIn).toBe(true)
  expect(settings.pricing).toEqual(defaultSettings.pricing)
})

test.each([
  ['pricing.factor', '0.79'],
  ['pricing.factor', -1],
  ['pricing.factor', 0],
  ['pricing.factor', 11],
  ['pricing.factor', 0.00001],
  ['stock.lowMax', 2.5],
  ['revenue.basis', 'paid'],
  ['business.name', ''],
  ['business.address', 'x'.repeat(301)],
  ['checkout.requireSignIn', 'true'],
  ['delivery.coverage', 'moon'],
  ['payment.provider', 'Stripe'],
  ['payment.provider', ['simulated']],
  ['toString', 1],
  ['no.such', 1],
])('%s = %s is rejected and reported, the default stays', (key, value) => {
  const rejected = vi.fn()
  expect(parseSettings([{ key, value }], rejected)).toEqual(defaultSettings)
  expect(rejected).toHaveBeenCalledWith({ key, value })
})

test('without a row there is no payment provider', () => {
  expect(parseSettings([]).payment.provider).toBe('none')
})
