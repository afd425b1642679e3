import { defaultSettings, settingAllowed, settingRules } from '@shop/settings'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * For each setting a value other than its default, and the test in which a person meets it. A new setting needs a line,
 * and the compiler says so.
 */
const proofs: Readonly<Record<keyof typeof settingRules, [value: unknown, test: string]>> = {
  'pricing.factor': [0.5, 'mf-catalog/src/product/product-page.mocked.test.tsx'],
  'pricing.showVatInclusive': [false, 'mf-catalog/src/product/product-page.mocked.test.tsx'],
  'pricing.lead': ['specified', 'mf-catalog/src/product/product-page.mocked.test.tsx'],
  'cart.maxQuantity': [12, 'mf-cart-checkout/src/cart/no-script-cart.test.tsx'],
  'checkout.requireSignIn': [true, 'mf-cart-checkout/src/order/require-sign-in.test.tsx'],
  'shipping.fallback': [3.5, 'mf-cart-checkout/src/cart/cart-page.test.tsx'],
  'shipping.freeFrom': [40, 'shell/src/information/pages.test.tsx'],
  'shipping.unmatchedZone': ['refuse', 'mf-cart-checkout/src/cart/cart-page.test.tsx'],
  'shipping.invalidJson': ['ignored', 'mf-admin/src/shipping/rule-form.test.tsx'],
  'delivery.coverage': ['mainland', 'mf-cart-checkout/src/checkout/coverage.test.tsx'],
  'stock.lowMax': [8, 'mf-catalog/src/product/product-page.mocked.test.tsx'],
  'stock.adminLowBelow': [13, 'mf-admin/src/products/products-page.test.tsx'],
  'revenue.basis': ['shipped', 'supabase/tests/sales.db.test.ts'],
  'reviews.placeholder': [true, 'mf-catalog/src/product/product-page.mocked.test.tsx'],
  'tracking.mode': ['demo', 'mf-account/src/tracking/track-order-page.test.tsx'],
  'ageGate.scope': ['all', 'shell/src/age-gate/age-gate.test.tsx'],
  'auth.returnToOrigin': [false, 'mf-account/src/auth/auth-page.test.tsx'],
  'staff.roles': ['equal', 'mf-admin/e2e/staff-rights.spec.ts'],
  'privacy.measureSpeed': ['on', 'e2e/hydration.spec.ts'],
  'qr.provider': ['https://qr.example/v1?size=300x300&data={url}', 'mf-admin/e2e/scan.spec.ts'],
  'payment.provider': ['stripe', 'mf-cart-checkout/src/payment/stripe-payment.test.tsx'],
  'business.name': ['Moss Ltd', 'mf-admin/src/fulfilment/invoice.test.tsx'],
  'business.address': ['5 Moss Row, Bath BA1 1AA', 'mf-admin/src/fulfilment/invoice.test.tsx'],
  'business.vatNumber': ['GB 123 4567 89', 'mf-admin/src/fulfilment/invoice.test.tsx'],
  'business.email': ['ask@moss.co.uk', 'shell/src/information/pages.test.tsx'],
}

const defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = defaultSettings
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a test sets a setting to a value: `lowMax: 8`, `'stock.lowMax', 8` or `key: 'stock.lowMax', value: 8`. */
function sets(source: string, key: string, value: unknown): boolean {
  const [section = '', name = ''] = key.split('.')
  const literal = typeof value === 'string' ? `['"]${escaped(value)}['"]` : `${escaped(String(value))}\\b`
  const named = new RegExp(`['"]${escaped(key)}['"],\\s*(value:\\s*)?${literal}`)
  const written = new RegExp(`\\b${name}:\\s*${literal}`)
  return named.test(source) || (new RegExp(`\\b${section}\\b`).test(source) && written.test(source))
}

test('the check tells a test that sets a value from others', () => {
  expect(sets("setSetting('stock.lowMax', 8)", 'stock.lowMax', 8)).toBe(true)
  expect(sets('{ stock: { lowMax: 8 } }', 'stock.lowMax', 8)).toBe(true)
  expect(sets('{ stock: { lowMax: 80 } }', 'stock.lowMax', 8)).toBe(false)
  expect(sets('{ other: { lowMax: 8 } }', 'stock.lowMax', 8)).toBe(false)
  expect(sets("setSetting('stock.lowMax', 5)", 'stock.lowMax', 8)).toBe(false)
})

test.each(Object.entries(proofs))(
  '%s: another value than the default is seen in a test',
  (key, [value, file]) => {
    const [section = '', name = ''] = key.split('.')
    expect(settingAllowed(key, value)).toBe(true)
    expect(value).not.toEqual(defaults[section]?.[name])
    expect(file).toMatch(/\.(test|spec)\.tsx?$/)
    expect(sets(readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8'), key, value), file).toBe(
      true,
    )
  },
)

test('there is a test for every setting', () => {
  const keys = Object.entries(defaultSettings).flatMap(([section, values]) =>
    Object.keys(values).map((name) => `${section}.${name}`),
  )
  expect(Object.keys(proofs).sort()).toEqual(keys.sort())
})
