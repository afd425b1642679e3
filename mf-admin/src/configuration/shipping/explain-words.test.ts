import { explainShipping } from '@shop/pricing/explain-shipping'
import { expect, test } from 'vitest'
import { effectWords, priceWords, roundedFrom, zoneWords } from './explain-words'
import { pricedTerms, withDraft, type Rule } from './office-shipping'
import { ruleNotes } from './rule-values'
import { daysText, postcodesText } from './shipping-columns'
import { free, highlands, mainland, nextDay, standard } from './testing'

const shipping = {
  zones: [mainland, { ...highlands, is_active: true }],
  methods: [standard, nextDay],
  rules: [free],
}
const parcel = { subtotalPence: 2000, postcode: 'SW1A 1AA', country: 'GB' }
const explain = (rule: Partial<Rule>, more: Partial<typeof parcel> = {}) => {
  const made = { ...free, ...rule }
  const changed = withDraft(shipping, { kind: 'rule', record: made })
  const given = { ...parcel, ...more }
  const explanation = explainShipping(given, { ...pricedTerms(changed), unmatched: 'first', coverage: 'uk' })
  const [method] = explanation.methods
  if (!method) throw new Error('no method')
  return { explanation, method, words: effectWords(made, method.rules[0], given) }
}

test.each<[Partial<Rule>, string]>([
  [{}, 'Does not apply: the order of £20.00 is below £25.00.'],
  [{ conditions: { max_order_value: 19.99 } }, 'Does not apply: the order of £20.00 is above £19.99.'],
  [{ conditions: { allowed_countries: ['FR', 'DE'] } }, 'Does not apply: GB is not among FR, DE.'],
  [{ conditions: { shipping_method: 'Next day' } }, 'Does not apply: it is for Next day only.'],
  [{ conditions: { excluded_postcodes: ['SW'] } }, 'Does not apply: SW1A 1AA is an excluded postcode.'],
  [
    { conditions: { min_order_value: 30, excluded_postcodes: ['SW1A'] } },
    'Does not apply: the order of £20.00 is below £30.00; SW1A 1AA is an excluded postcode.',
  ],
  [{ conditions: {} }, 'Free shipping: £0.00'],
  [
    {
      conditions: {},
      actions: { discount_amount: 1, discount_percentage: 50, surcharge_amount: 2, surcharge_percentage: 10 },
    },
    'Discount of £1.00: £2.99. Discount of 50%: £1.495. Surcharge of £2.00: £3.495. Surcharge of 10%: £3.8445',
  ],
  [{ conditions: {}, actions: {} }, 'Applies, but has no action: the price stays.'],
  [{ conditions: {}, type: 'restriction' }, 'Applies: the method is not offered.'],
])('a rule of %j says: %s', (rule, words) => {
  expect(explain(rule).words).toBe(words)
})

test('a price in words, with what was rounded', () => {
  const half = explain({ conditions: {}, actions: { discount_percentage: 50 } }).method
  expect([priceWords(half), roundedFrom(half)]).toEqual(['£2.00', '£1.995'])
  const none = explain({ conditions: {}, type: 'restriction' }).method
  expect([priceWords(none), roundedFrom(none)]).toEqual(['Not offered', undefined])
  const mistake = explain({ conditions: {}, actions: { surcharge_amount: 1e6 } }).method
  expect(priceWords(mistake)).toBe('Above £10,000: not offered')
  expect(effectWords(free, undefined, parcel)).toBe('Not looked at: the method is taken away before.')
})

test.each([
  ['SW1A 1AA', 'SW1A 1AA is in Mainland, which lists the area SW.'],
  ['KW15 1AA', 'KW15 1AA is in Highlands, which lists the district KW15.'],
  ['BT1 1AA', 'No zone lists BT1 1AA, so the first one takes it: Mainland.'],
])('the zone of %s: %s', (postcode, words) => {
  const { zone } = explain({}, { postcode }).explanation
  expect(zoneWords(zone, shipping.zones, postcode)).toBe(words)
})

test('where unmatched postcodes are rejected, nothing is delivered there', () => {
  const given = { ...parcel, postcode: 'BT1 1AA' }
  const rejected = explainShipping(given, { ...pricedTerms(shipping), unmatched: 'reject', coverage: 'uk' })
  expect(zoneWords(rejected.zone, shipping.zones, 'BT1 1AA')).toBe(
    'No zone lists BT1 1AA, so nothing is delivered there.',
  )
  expect(rejected.methods.map(priceWords)).toEqual(['Not offered', 'Not offered'])
})

test.each<[Partial<Rule>, string[]]>([
  [{}, []],
  [
    { conditions: { weekday: 1 } },
    ['"weekday" is no condition that the shop knows. It is kept and changes nothing.'],
  ],
  [
    { conditions: { min_order_value: '25' } },
    ['"min_order_value" must be a number of 0 or more. As it is, it is kept and ignored.'],
  ],
  [
    { actions: { free_shipping: true, min_order_value: 5 } },
    ['"min_order_value" is no action that the shop knows. It is kept and changes nothing.'],
  ],
  [{ conditions: { shipping_method: 'Drone' } }, ['No method is called "Drone", so the rule never applies.']],
  [
    { conditions: { min_order_value: 30, max_order_value: 20 } },
    ['The minimum is above the maximum, so the rule never applies.'],
  ],
  [{ actions: {} }, ['The rule has no action that the shop knows, so it changes no price.']],
  [
    { type: 'restriction' },
    ['A restriction takes the method away where its conditions hold; its actions are not used.'],
  ],
])('of a rule with %j staff are told %j', (rule, notes) => {
  expect(ruleNotes({ ...free, ...rule }, [standard, nextDay])).toEqual(notes)
})

test('postcodes and days are shown as specified', () => {
  expect(postcodesText(['A', 'B', 'C'])).toBe('A, B, C')
  expect(postcodesText(['A', 'B', 'C', 'D'])).toBe('A, B, C +1 more')
  const days = (least: number, most: number) =>
    daysText({ estimated_days_min: least, estimated_days_max: most })
  expect([days(1, 1), days(2, 2), days(2, 3)]).toEqual(['1 day', '2 days', '2-3 days'])
})
