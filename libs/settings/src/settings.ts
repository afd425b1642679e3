import { settingAllowed } from './setting-rules'

/**
 * Every choice the specification leaves open, with the reading that holds unless the table `shop_settings` says
 * otherwise. Money is in pounds here, as staff would write it.
 */
export const defaultSettings = {
  pricing: {
    /** Cart, listing, checkout and payment multiply the stored price by this; detail and category show it as stored. */
    factor: 0.79,
    /** "£x incl. VAT" beside every specified figure, as UK consumer display asks. */
    showVatInclusive: true,
  },
  cart: {
    /** The most of one product that one cart may hold. */
    maxQuantity: 20,
  },
  checkout: {
    /** The list of guarded routes (true) or guest checkout as the flows describe it (false). */
    requireSignIn: false,
  },
  shipping: {
    /** Estimate until a method is chosen; never charged. The information page says £3.99, which Standard costs. */
    fallback: 4.99,
    /** Subtotal from which the fallback is free and the banner is satisfied. */
    freeFrom: 25,
    /** What a postcode in no zone gets: the first zone by position, or a refusal. */
    unmatchedZone: 'first' as 'first' | 'refuse',
  },
  delivery: {
    /** The shipping page (whole UK) or the FAQ (mainland). */
    coverage: 'uk' as 'uk' | 'mainland',
  },
  stock: {
    /** The shop says 'Low Stock' from 1 up to this many. */
    lowMax: 5,
    /** The back office marks stock below this as destructive. */
    adminLowBelow: 5,
  },
  revenue: {
    /** Order status that counts as revenue on the dashboard. */
    basis: 'completed',
  },
  reviews: {
    /** Placeholder rating 4.8 with 150 reviews. Unlawful in trade: on only where the demo data says so. */
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
    /** After sign-in back to the page that asked for it, or always to the home page. */
    returnToOrigin: true,
  },
  privacy: {
    /** Whether browsers tell the shop how fast its pages were: 'off', or 'on' for all who have not asked otherwise. */
    measureSpeed: 'off' as 'off' | 'on',
  },
  qr: {
    /** Drawn in the browser, or by a service whose URL template is named here. */
    provider: 'local',
  },
  payment: {
    /**
     * 'simulated' lets a visitor complete a checkout; with 'stripe' the server alone does, once paid. 'none', where nothing
     * of use is written, sells nothing.
     */
    provider: 'none' as 'none' | 'simulated' | 'stripe',
  },
  business: {
    /** Who sells: on receipts, at the foot of letters and on the cancellation form. */
    name: 'Aurelle & Moss',
    /** Geographical address, one line. An example until the house writes its own. */
    address: '1 Example Street, London EC1A 1AA, United Kingdom',
    /** Left out of receipts while it is empty, as before registration. */
    vatNumber: '',
    /** Where customers write to. */
    email: 'care@aurelle.test',
  },
}

/** The settings tree; keys of `shop_settings` are its paths, such as "pricing.factor". */
export type Settings = typeof defaultSettings

/** One row of `shop_settings` as read from the database. */
export interface SettingRow {
  key: string
  value: unknown
}

/**
 * Settings from the rows of `shop_settings` over the defaults.
 *
 * @param rows rows as read; unknown keys and values that break their rule are left out, so that a bad row cannot stop
 *   the shop
 * @param onRefused told of each row that was left out
 */
export function parseSettings(rows: readonly SettingRow[], onRefused?: (row: SettingRow) => void): Settings {
  const given = new Map(rows.map((row) => [row.key, row]))
  const pick = <T>(key: string, standard: T): T => {
    const row = given.get(key)
    if (!row) return standard
    given.delete(key)
    if (settingAllowed(key, row.value)) return row.value as T
    onRefused?.(row)
    return standard
  }
  const section = <T extends object>(name: string, standard: T): T =>
    Object.fromEntries(
      Object.entries(standard).map(([key, value]) => [key, pick(`${name}.${key}`, value)]),
    ) as T
  const settings = Object.fromEntries(
    Object.entries(defaultSettings).map(([name, value]) => [name, section(name, value)]),
  ) as Settings
  if (onRefused)
    given.forEach((row) => {
      onRefused(row)
    })
  return settings
}
