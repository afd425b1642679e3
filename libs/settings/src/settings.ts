import { settingAllowed } from './setting-rules'

/**
 * Every choice that the specification (`docs/specification`) leaves open, with its default. Rows of the table
 * `shop_settings` override them. Money is in pounds, as staff write it.
 */
export const defaultSettings = {
  pricing: {
    /** Cart, listing, checkout and payment multiply the stored price by this; detail and category show it as stored. */
    factor: 0.79,
    /** Shows "£x incl. VAT" with every price, as UK consumer law requires. */
    showVatInclusive: true,
    /** The large figure of a price: what is charged, VAT included, or the one that the specification gives the page. */
    lead: 'charged' as 'charged' | 'specified',
  },
  cart: {
    /** Maximum quantity of one product in a cart. */
    maxQuantity: 20,
  },
  checkout: {
    /** The list of guarded routes (true) or guest checkout as the flows describe it (false). */
    requireSignIn: false,
    /** The one email about a checkout that was not finished. Unless it is 'off' the checkout says so, with a box to decline it. */
    reminder: 'off' as 'off' | 'by_hand' | 'automatic',
    /** Hours after which an unpaid checkout counts as abandoned. */
    reminderHours: 4,
  },
  shipping: {
    /** Estimate until a method is chosen; never charged. The information page says £3.99, which Standard costs. */
    fallback: 4.99,
    /** A postcode in no zone gets the first zone by position, or is rejected. */
    unmatchedZone: 'first' as 'first' | 'reject',
    /** For invalid JSON of a rule the form shows its line and reason, or nothing as specified; it is never saved. */
    invalidJson: 'reported' as 'reported' | 'ignored',
  },
  delivery: {
    /** The shipping page (whole UK) or the FAQ (mainland). */
    coverage: 'uk' as 'uk' | 'mainland',
  },
  stock: {
    /** The shop shows 'Low Stock' from 1 up to this number. */
    lowMax: 5,
    /** The back office marks stock below this number in red. */
    adminLowBelow: 5,
  },
  revenue: {
    /** Order status that counts as revenue on the dashboard. */
    basis: 'completed',
  },
  reviews: {
    /** Shows a placeholder rating of 4.8 from 150 reviews. Unlawful in trade, for demonstrations only. */
    placeholder: false,
  },
  tracking: {
    /** The order's own events, or the labelled sample for numbers containing 'AM'. */
    mode: 'live' as 'live' | 'demo',
  },
  ageGate: {
    /** On the home page only, or on every page. */
    scope: 'home' as 'home' | 'all',
  },
  auth: {
    /** After sign-in return to the page that required it (true) or to the home page (false). */
    returnToOrigin: true,
    /** Fewest characters of a new password of a shopper, from 6 as specified to 72, which is all that is read of one. */
    passwordMinimum: 6,
  },
  staff: {
    /** Each role has its own rights ('enforced'), or every member of staff has all of them ('equal', as specified). */
    roles: 'enforced' as 'enforced' | 'equal',
    /** Which roles need a second factor to sign in to the back office; the database asks for it. */
    twoFactor: 'off' as 'off' | 'super_admin' | 'admin' | 'all',
  },
  privacy: {
    /** Whether browsers report page speed to the shop; 'on' respects Do Not Track and Global Privacy Control. */
    measureSpeed: 'off' as 'off' | 'on',
  },
  qr: {
    /** 'local' draws QR codes in the browser; otherwise the address of a service's picture, https with `{url}` in it. */
    provider: 'local',
  },
  payment: {
    /**
     * 'simulated' lets visitors complete a checkout without paying; with 'stripe' only the server does, after payment.
     * 'none', the default, sells nothing.
     */
    provider: 'none' as 'none' | 'simulated' | 'stripe',
  },
  business: {
    /** Name of the seller, on receipts, in email footers and on the cancellation form. */
    name: 'Aurelle & Moss',
    /** Geographical address on one line. The default is an example. */
    address: '1 Example Street, London EC1A 1AA, United Kingdom',
    /** VAT number on receipts; omitted while empty. */
    vatNumber: '',
    /** Email address for customers. */
    email: 'care@aurelle.test',
  },
}

/** The settings tree; keys of `shop_settings` are its paths, such as "pricing.factor". */
export type StoredSettings = typeof defaultSettings

/** The settings of the shop, and what pages promise by them. */
export interface Settings extends StoredSettings {
  pricing: StoredSettings['pricing'] & {
    /** The rate of VAT in force, as a share. The web server reads it from `vat_rates`, which has no default. */
    vatRate: number
  }
  /**
   * Subtotal from which delivery is free, in pounds; undefined where it is not. The web server works it out from the shipping rules,
   * which charge.
   */
  freeDeliveryFrom?: number
}

/** One row of `shop_settings` as read from the database. */
export interface SettingRow {
  key: string
  value: unknown
}

/**
 * Merges the rows of `shop_settings` into the defaults.
 *
 * @param rows unknown keys and invalid values are ignored, so that a bad row cannot stop the shop
 * @param onRejected called with each ignored row
 */
export function parseSettings(
  rows: readonly SettingRow[],
  onRejected?: (row: SettingRow) => void,
): StoredSettings {
  const rowsByKey = new Map(rows.map((row) => [row.key, row]))
  const pick = <T>(key: string, fallback: T): T => {
    const row = rowsByKey.get(key)
    if (!row) return fallback
    rowsByKey.delete(key)
    if (settingAllowed(key, row.value)) return row.value as T
    onRejected?.(row)
    return fallback
  }
  const section = <T extends object>(name: string, fallback: T): T =>
    Object.fromEntries(
      Object.entries(fallback).map(([key, value]) => [key, pick(`${name}.${key}`, value)]),
    ) as T
  const settings = Object.fromEntries(
    Object.entries(defaultSettings).map(([name, value]) => [name, section(name, value)]),
  ) as StoredSettings
  if (onRejected)
    rowsByKey.forEach((row) => {
      onRejected(row)
    })
  return settings
}
