import { defaultSettings, type StoredSettings } from './settings'
import type { settingRules } from './setting-rules'
import { isUkVatNumber } from './vat-number'

/** A setting that must be changed before the shop trades. */
export interface MissingSetting {
  key: keyof typeof settingRules
  /** The problem, as a sentence without its full stop. */
  what: string
  /** The value to choose instead. */
  to: string
}

type Check = readonly [missing: boolean, key: MissingSetting['key'], what: string, to: string]

// Names kept for examples and tests (RFC 2606): no email ever arrives there.
const exampleDomain = /(^|[@.])(test|example|invalid|localhost|example\.(com|net|org))$/i

const isBlank = (text: string) => text.trim() === ''

/** Whether an email address or host is one of those kept for examples. */
export const isExampleAddress = (address: string): boolean => exampleDomain.test(address.trim())

function businessChecks({ name, address, email, vatNumber }: StoredSettings['business']): Check[] {
  return [
    [isBlank(name), 'business.name', 'The business has no name', 'its name'],
    [
      isBlank(address) || address === defaultSettings.business.address,
      'business.address',
      'The address of the business is missing or an example',
      'its own address',
    ],
    [
      isBlank(email) || isExampleAddress(email),
      'business.email',
      'The email address of the business is missing or an example',
      'its own email address',
    ],
    [
      isBlank(vatNumber),
      'business.vatNumber',
      'There is no VAT number, though prices include VAT',
      'its VAT number',
    ],
    [
      !isBlank(vatNumber) && !isUkVatNumber(vatNumber),
      'business.vatNumber',
      'The VAT number is not one of the UK',
      'GB and its digits',
    ],
  ]
}

/**
 * The settings that are missing or must be changed before a shop trades; empty when there are none.
 * @param settings as read from the database
 */
export function missingSettings({ business, payment, reviews, tracking }: StoredSettings): MissingSetting[] {
  const checks: Check[] = [
    ...businessChecks(business),
    [
      payment.provider === 'none',
      'payment.provider',
      'Nobody takes payments, so nothing can be bought',
      '"stripe"',
    ],
    [
      payment.provider === 'simulated',
      'payment.provider',
      'Payments are simulated: orders and gift cards are given away',
      '"stripe"',
    ],
    [
      reviews.placeholder,
      'reviews.placeholder',
      'Pages show invented ratings, which are unlawful in trade',
      'false',
    ],
    [tracking.mode === 'demo', 'tracking.mode', 'Tracking shows a sample for some orders', '"live"'],
  ]
  return checks.flatMap(([missing, key, what, to]) => (missing ? [{ key, what, to }] : []))
}
