import { formatPence, unitPence, withVat, type Pence } from '@shop/pricing'
import type { MoneyKey } from './money-texts'
import { shownValue, type SettingValue } from './setting-values'

/** What a change means, for the question before it is saved. */
export interface Effect {
  intro: string
  /** What changes, before and after. */
  rows: readonly { label: string; before: string; after: string }[]
  notes: readonly string[]
}

/** The stored price of the example. */
const examplePence: Pence = 4000
const share = (value: SettingValue) => (typeof value === 'number' ? value : Number.NaN)
const price = (factor: SettingValue) => unitPence(examplePence, 'cart', share(factor))
const row = (label: string, before: string, after: string) => ({ label, before, after })

const providerNotes: Readonly<Record<string, string>> = {
  none: 'From now on nobody can buy anything. Payments that have begun are still completed.',
  simulated: 'From now on orders and gift cards are given away: every payment succeeds and no money moves.',
  stripe: 'From now on shoppers pay for real, on the page of Stripe. The web server needs its keys.',
}

const effects: Readonly<Record<MoneyKey, (before: SettingValue, after: SettingValue) => Effect>> = {
  'pricing.factor': (before, after) => ({
    intro: `For a piece with a stored price of ${formatPence(examplePence)}, shoppers see:`,
    rows: [
      row('In lists, cart and checkout', formatPence(price(before)), formatPence(price(after))),
      row('With VAT', formatPence(withVat(price(before))), formatPence(withVat(price(after)))),
      row('On its own page', formatPence(examplePence), `${formatPence(examplePence)}, as before`),
    ],
    notes: [
      'All products change at once. Checkouts that are open are asked to confirm their new total.',
      'Comparisons with earlier prices (“was”) end and begin anew.',
    ],
  }),
  'pricing.showVatInclusive': (before, after) => {
    const example = (isShown: SettingValue) => (isShown === true ? '£31.60, £37.92 incl. VAT' : '£31.60')
    return {
      intro: 'Wherever a price is shown, such as that of a piece for £31.60, shoppers see:',
      rows: [row('A price', example(before), example(after))],
      notes:
        after === true
          ? ['What shoppers pay stays the same.']
          : [
              'What shoppers pay stays the same, but they learn of VAT only in the cart. The law asks shops for consumers in the UK to show prices with VAT.',
            ],
    }
  },
  'payment.provider': (before, after) => ({
    intro: 'This decides whether and how money is taken.',
    rows: [row('Payments by', shownValue('payment.provider', before), shownValue('payment.provider', after))],
    notes: [providerNotes[String(after)] ?? ''].filter(Boolean),
  }),
  'revenue.basis': (before, after) => ({
    intro: 'Shoppers see no difference. The dashboard counts other orders as revenue, also for the past:',
    rows: [row('Status', shownValue('revenue.basis', before), shownValue('revenue.basis', after))],
    notes: [],
  }),
}

/** What changing a setting of money means. */
export const effectOf = (key: MoneyKey, before: SettingValue, after: SettingValue): Effect =>
  effects[key](before, after)
