import { defaultSettings, settingAllowed, settingRules, type SettingRule } from '@shop/settings'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isAboutMoney, rightOf } from './setting-rights'
import { settingKeys, settingTexts } from '../../frame/setting-texts/setting-texts'
import { defaultOf, inputOf, inputSchema, shownValue, valueOf, type SettingValue } from './setting-values'

const rules: Readonly<Record<string, SettingRule>> = settingRules

test('every setting is explained once, and nothing else is', () => {
  const keys = Object.entries(defaultSettings).flatMap(([section, values]) =>
    Object.keys(values).map((name) => `${section}.${name}`),
  )
  expect([...settingKeys].sort()).toEqual(keys.sort())
  expect(Object.keys(settingTexts).sort()).toEqual(keys)
  for (const key of settingKeys) {
    const { label, text } = settingTexts[key]
    expect(label.length, key).toBeGreaterThan(2)
    expect(text, key).toMatch(/^.{20,}[.]$/s)
  }
  const labels = settingKeys.map((key) => settingTexts[key].label)
  expect(new Set(labels).size).toBe(labels.length)
})

test.each(settingKeys)('%s: each choice is described, the default among them', (key) => {
  const rule = rules[key]
  const { readings } = settingTexts[key]
  if (rule?.kind === 'choice')
    expect(Object.keys(readings ?? {})).toEqual(expect.arrayContaining([...rule.choices]))
  if (readings) {
    expect(readings[String(defaultOf(key))], 'the default').toBeDefined()
    for (const value of Object.keys(readings)) expect(v.is(inputSchema(key), { value }), value).toBe(true)
  }
})

/** Values that the rule of a setting allows. */
function allowed(key: (typeof settingKeys)[number]): fc.Arbitrary<SettingValue> {
  const rule = rules[key]
  switch (rule?.kind) {
    case 'number': {
      const { min, max, decimals } = rule
      const unit = 10 ** decimals
      return fc
        .integer({ min: Math.round(min * unit), max: Math.round(max * unit) })
        .map((count) => Number((count / unit).toFixed(decimals)))
    }
    case 'choice':
      return fc.constantFrom(...rule.choices)
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constantFrom(
        ...(key === 'business.vatNumber' ? ['GB 123 4567 82', ''] : ['Moss Ltd', '1 High Street, Bath']),
      )
  }
}

test.each(settingKeys)('%s: what is allowed survives its input, and is shown in words', (key) => {
  fc.assert(
    fc.property(allowed(key), (value) => {
      const input = inputOf(key, value)
      expect(valueOf(key, input)).toBe(value)
      expect(v.parse(inputSchema(key), { value: input })).toEqual({ value })
      expect(shownValue(key, value)).not.toMatch(/NaN|undefined|object/)
    }),
    { numRuns: 200 },
  )
})

test.each(settingKeys)('%s: its form takes only what the database takes, and the default', (key) => {
  const texts = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true }).map(String),
    fc.integer({ min: -20, max: 200_000 }).map(String),
    fc.boolean(),
  )
  fc.assert(
    fc.property(texts, (input) => {
      const result = v.safeParse(inputSchema(key), { value: input })
      if (result.success) {
        const { value } = result.output
        expect(settingAllowed(key, value) || value === defaultOf(key)).toBe(true)
      } else expect(result.issues[0].message).toMatch(/[.]$/)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['pricing.factor', '0', 'Enter a percentage from 1 to 1,000 with at most 2 decimals.'],
  ['pricing.factor', '79.123', 'Enter a percentage from 1 to 1,000 with at most 2 decimals.'],
  ['shipping.fallback', '-1', 'Enter an amount from £0.00 to £1,000.00, such as 24.50.'],
  ['stock.lowMax', '2.5', 'Enter a whole number from 0 to 10,000.'],
  ['business.name', ' ', 'Please enter the Name.'],
  ['business.address', 'x'.repeat(301), 'Use at most 300 characters.'],
  ['revenue.basis', 'paid', 'Please choose one.'],
] as const)('%s: "%s" is rejected in words', (key, value, words) => {
  const result = v.safeParse(inputSchema(key), { value })
  expect(result.issues?.[0].message).toBe(words)
})

test.each([
  ['pricing.factor', 0.79, '79%'],
  ['pricing.factor', 0.7905, '79.05%'],
  ['shipping.fallback', 25, '£25.00'],
  ['cart.maxQuantity', 1, '1 piece'],
  ['stock.lowMax', 1200, '1,200 pieces'],
  ['reviews.placeholder', false, 'Off'],
  ['business.vatNumber', '', 'Empty'],
  ['payment.provider', 'none', 'Nobody'],
] as const)('%s: %s is shown as %s', (key, value, shown) => {
  expect(shownValue(key, value)).toBe(shown)
})

test('money and roles need a right of their own', () => {
  const keysOf = (right: string) => settingKeys.filter((key) => rightOf(key) === right)
  expect(keysOf('money_settings').sort()).toEqual([
    'payment.provider',
    'pricing.factor',
    'pricing.lead',
    'pricing.showVatInclusive',
    'revenue.basis',
  ])
  expect(keysOf('staff')).toEqual(['staff.roles', 'staff.twoFactor'])
  expect(settingKeys.filter(isAboutMoney)).toHaveLength(5)
})
