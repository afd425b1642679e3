/** The allowed values of a setting. Numbers have bounds and decimals, texts a length in characters. */
export type SettingRule =
  | { kind: 'number'; min: number; max: number; decimals: number }
  | { kind: 'text'; min: number; max: number }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'boolean' }

const boolean = { kind: 'boolean' } as const
const number = (min: number, max: number, decimals: number) =>
  ({ kind: 'number', min, max, decimals }) as const
const text = (min: number, max = 300) => ({ kind: 'text', min, max }) as const
const choice = (...choices: readonly string[]) => ({ kind: 'choice', choices }) as const

/**
 * The rule of each setting, by key. The database has the same rules in `private.setting_rules` and rejects values that
 * break one, so that pages and database never read a value differently.
 */
export const settingRules = {
  'pricing.factor': number(0.01, 10, 4),
  'pricing.showVatInclusive': boolean,
  'pricing.lead': choice('charged', 'specified'),
  'cart.maxQuantity': number(1, 999, 0),
  'checkout.requireSignIn': boolean,
  'checkout.reminder': choice('off', 'by_hand', 'automatic'),
  'checkout.reminderHours': number(1, 72, 0),
  'shipping.fallback': number(0, 1000, 2),
  'shipping.unmatchedZone': choice('first', 'reject'),
  'shipping.invalidJson': choice('reported', 'ignored'),
  'delivery.coverage': choice('uk', 'mainland'),
  'stock.lowMax': number(0, 10_000, 0),
  'stock.adminLowBelow': number(0, 100_000, 0),
  'revenue.basis': choice('pending', 'processing', 'shipped', 'delivered', 'completed'),
  'reviews.placeholder': boolean,
  'tracking.mode': choice('live', 'demo'),
  'ageGate.scope': choice('home', 'all'),
  'auth.returnToOrigin': boolean,
  'auth.passwordMinimum': number(6, 72, 0),
  'staff.roles': choice('enforced', 'equal'),
  'staff.twoFactor': choice('off', 'super_admin', 'admin', 'all'),
  'privacy.measureSpeed': choice('off', 'on'),
  'qr.provider': text(1),
  'payment.provider': choice('simulated', 'stripe'),
  'business.name': text(1),
  'business.address': text(0),
  'business.vatNumber': text(0),
  'business.email': text(0),
} as const satisfies Record<string, SettingRule>

const rules: Record<keyof typeof settingRules, SettingRule> = settingRules

function isSetting(key: string): key is keyof typeof settingRules {
  return Object.hasOwn(settingRules, key)
}

/** Whether a value is valid for a setting; false for unknown keys. */
export function settingAllowed(key: string, value: unknown): boolean {
  const rule = isSetting(key) ? rules[key] : undefined
  switch (rule?.kind) {
    case 'number':
      return (
        typeof value === 'number' &&
        value >= rule.min &&
        value <= rule.max &&
        Number(value.toFixed(rule.decimals)) === value
      )
    case 'text': {
      // Counted by code point, as PostgreSQL does: an emoji is one character.
      const length = typeof value === 'string' ? [...value].length : -1
      return length >= rule.min && length <= rule.max
    }
    case 'choice':
      return typeof value === 'string' && rule.choices.includes(value)
    case 'boolean':
      return typeof value === 'boolean'
    case undefined:
      return false
  }
}
