import { formatPence, plusVat, unitPence, type Pence } from '@shop/pricing'
import type { MoneyKey } from '../../frame/setting-texts/money-texts'
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
/** What it costs in the basket with the factor 0.79, before VAT. */
const basketPence: Pence = 3160
const share = (value: SettingValue) => (typeof value === 'number' ? value : Number.NaN)
const price = (factor: SettingValue) => unitPence(examplePence, 'cart', share(factor))
const row = (label: string, before: string, after: string) => ({ label, before, after })

const providerNotes: Readonly<Record<string, string>> = {
  none: 'From now on nobody can buy anything. Payments that have begun are still completed.',
  simulated: 'From now on orders and gift cards are given away: every payment succeeds and no money moves.',
  stripe: 'From now on shoppers pay for real, on Stripe’s page. The web server needs its keys.',
}

type EffectOf = (before: SettingValue, after: SettingValue, vatRate: number) => Effect

const effects: Readonly<Record<MoneyKey, EffectOf>> = {
  'pricing.factor': (before, after, vatRate) => ({
    intro: `For a piece with a stored price of ${formatPence(examplePence)}, shoppers see:`,
    rows: [
      row('In lists, cart and checkout', formatPence(price(before)), formatPence(price(after))),
      row(
        'With VAT',
        formatPence(plusVat(price(before), vatRate)),
        formatPence(plusVat(price(after), vatRate)),
      ),
      row('On its own page', formatPence(examplePence), `${formatPence(examplePence)}, as before`),
    ],
    notes: [
      'All products change at once. Checkouts that are open are asked to confirm their new total.',
      'Comparisons with earlier prices (“was”) end and start again.',
    ],
  }),
  'pricing.showVatInclusive': (before, after, vatRate) => {
    const charged = formatPence(plusVat(basketPence, vatRate))
    const example = (isShown: SettingValue) => (isShown === true ? `£31.60, ${charged} incl. VAT` : '£31.60')
    return {
      intro: 'Wherever a price is shown, such as that of a piece for £31.60, shoppers see:',
      rows: [row('A price', example(before), example(after))],
      notes:
        after === true
          ? ['What shoppers pay stays the same.']
          : [
              'What shoppers pay stays the same, but they learn of VAT only in the cart. The law requires UK shops to show consumers prices with VAT.',
            ],
    }
  },
  'pricing.lead': (before, after, vatRate) => {
    const charged = formatPence(plusVat(basketPence, vatRate))
    const large = (lead: SettingValue, specified: string) => (lead === 'charged' ? charged : specified)
    return {
      intro: `For a piece with a stored price of ${formatPence(examplePence)} and a basket price of £31.60, the large figure is:`,
      rows: [
        row('In lists and cart', large(before, '£31.60'), large(after, '£31.60')),
        row('On its own page', large(before, '£40.00'), large(after, '£40.00')),
      ],
      notes:
        after === 'charged'
          ? ['What shoppers pay stays the same.']
          : [
              'What shoppers pay stays the same, but it stands in small print. The law asks shops for consumers in the UK to show prices with VAT.',
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
export const effectOf = (key: MoneyKey, before: SettingValue, after: SettingValue, vatRate: number): Effect =>
  effects[key](before, after, vatRate)
