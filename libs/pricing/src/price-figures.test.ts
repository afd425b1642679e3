import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linePence, orderTotals, plusVat, toPence, unitPence, type Surface } from './money'
import { lineFigures, priceFigures, wasUnitPence, type PriceTerms } from './price-figures'

const charged: PriceTerms = { vatRate: 0.2, factor: 0.79, showVatInclusive: true, lead: 'charged' }
const specified: PriceTerms = { ...charged, lead: 'specified' }
const riva = { storedPence: 11_000 }

/** The amount in a text, in pence. */
const amount = (text = '') => toPence(/£([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN)

test.each([
  ['listing', '£86.90 excl. VAT'],
  ['cart', '£86.90 excl. VAT'],
  ['detail', '£86.90 excl. VAT · list price £110.00 excl. VAT'],
  ['category', '£86.90 excl. VAT · list price £110.00 excl. VAT'],
] as const)('on %s the charged price leads, the others are one small line', (surface, note) => {
  expect(priceFigures(riva, surface, charged)).toEqual({
    primary: '£104.28',
    suffix: 'incl. VAT',
    notes: [note],
  })
})

test('without VAT beside prices, the basket price leads and says what it lacks', () => {
  const terms = { ...charged, showVatInclusive: false }
  expect(priceFigures(riva, 'listing', terms)).toEqual({ primary: '£86.90', suffix: 'excl. VAT', notes: [] })
  expect(priceFigures(riva, 'detail', terms).notes).toEqual(['List price £110.00 excl. VAT'])
})

test('with the factor 1 there is nothing but the price, with and without VAT', () => {
  const figures = { primary: '£132.00', suffix: 'incl. VAT', notes: ['£110.00 excl. VAT'] }
  expect(priceFigures(riva, 'detail', { ...charged, factor: 1 })).toEqual(figures)
})

test('in the other reading each page leads with its own figure', () => {
  expect(priceFigures(riva, 'listing', specified)).toEqual({
    primary: '£86.90',
    notes: ['£104.28 incl. VAT'],
  })
  expect(priceFigures({ ...riva, isFrom: true }, 'detail', specified)).toEqual({
    primary: 'from £110.00',
    notes: ['from £132.00 incl. VAT', 'In your basket: from £86.90 (from £104.28 incl. VAT)'],
  })
  expect(priceFigures(riva, 'category', { ...specified, showVatInclusive: false })).toEqual({
    primary: '£110.00',
    notes: ['In your basket: £86.90'],
  })
})

test('a line names what it costs, what that is before VAT, and one piece where there are several', () => {
  const line = { linePence: 17_380, unitPence: 8690, quantity: 2 }
  expect(lineFigures(line, charged)).toEqual({
    primary: '£208.56',
    suffix: 'incl. VAT',
    notes: ['£173.80 excl. VAT (£86.90 each)'],
  })
  expect(lineFigures({ linePence: 8690, quantity: 1 }, charged).notes).toEqual(['£86.90 excl. VAT'])
  expect(lineFigures(line, specified)).toEqual({
    primary: '£173.80',
    notes: ['£208.56 incl. VAT', '£86.90 each'],
  })
  expect(lineFigures(line, { ...charged, showVatInclusive: false })).toEqual({
    primary: '£173.80',
    notes: ['£86.90 each'],
  })
})

test.each([
  [9800, 12000, 'detail', 0.79, 12000],
  [9800, 12000, 'listing', 0.79, 9480],
  [9800, 12000, 'category', 0.79, 12000],
  [9800, null, 'listing', 0.79, null],
  [2, 3, 'listing', 0.5, 2],
  [1, 2, 'listing', 0.5, null],
] as const)('%i pence, earlier %j, on %s by %d: %j', (storedPence, wasPence, surface, factor, expected) => {
  expect(wasUnitPence({ storedPence, wasPence }, surface, factor)).toBe(expected)
})

test('a previous price stands on the same terms as the large figure', () => {
  const reduced = { storedPence: 9800, wasPence: 12_000 }
  expect(priceFigures(reduced, 'detail', charged)).toMatchObject({ primary: '£92.90', was: '£113.76' })
  expect(priceFigures(reduced, 'detail', specified)).toMatchObject({ primary: '£98.00', was: '£120.00' })
})

const surface = fc.constantFrom<Surface>('listing', 'cart', 'checkout', 'payment', 'detail', 'category')
const stored = fc.integer({ min: 0, max: 10_000_000 })
const factor = fc.integer({ min: 100, max: 20_000 }).map((tenThousandths) => tenThousandths / 10_000)
const quantity = fc.integer({ min: 1, max: 20 })
const rate = fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000)
const price = (pence: number, count: number, by: number) => ({
  unitPence: unitPence(pence, 'cart', by),
  linePence: linePence(pence, count, 'cart', by),
  quantity: count,
})

test('the large figure is the same on every page, and what an order of one piece is charged for it', () => {
  fc.assert(
    fc.property(stored, surface, factor, rate, (storedPence, page, by, vatRate) => {
      const terms = { ...charged, factor: by, vatRate }
      const { primary } = priceFigures({ storedPence }, page, terms)
      const line = price(storedPence, 1, by)
      const order = orderTotals({ subtotalPence: line.linePence, shippingPence: 0, vatRate })
      expect(amount(primary)).toBe(order.totalPence)
      expect(lineFigures(line, terms).primary).toBe(primary)
    }),
  )
})

test('the large figure × quantity is the line charged; VAT is rounded once, so pence that VAT splits may differ', () => {
  fc.assert(
    fc.property(stored, quantity, factor, (storedPence, count, by) => {
      const line = price(storedPence, count, by)
      const one = amount(priceFigures({ storedPence }, 'listing', { ...charged, factor: by }).primary)
      const whole = amount(lineFigures(line, charged).primary)
      expect(whole).toBe(plusVat(line.linePence, charged.vatRate))
      if (line.unitPence % 5 === 0) expect(whole).toBe(one * count)
      // VAT of a unit is rounded by two fifths of a penny at most, that of the line once more.
      else expect(Math.abs(whole - one * count)).toBeLessThanOrEqual(0.4 * count + 0.5)
    }),
  )
})

test('the large figures of a cart add up to what its goods cost, to half a penny a line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(stored, quantity), { minLength: 1, maxLength: 12 }),
      rate,
      (cart, vatRate) => {
        const lines = cart.map(([pence, count]) => price(pence, count, 0.79))
        const subtotalPence = lines.reduce((sum, line) => sum + line.linePence, 0)
        const terms = { ...charged, vatRate }
        const shown = lines.reduce((sum, line) => sum + amount(lineFigures(line, terms).primary), 0)
        const goods = plusVat(subtotalPence, vatRate)
        expect(Math.abs(shown - goods)).toBeLessThanOrEqual(lines.length === 1 ? 0 : 0.5 * (lines.length + 1))
      },
    ),
  )
})

test('every specified figure stays in both readings', () => {
  fc.assert(
    fc.property(stored, surface, factor, rate, (storedPence, page, by, vatRate) => {
      for (const lead of ['charged', 'specified'] as const) {
        const terms = { ...charged, factor: by, lead, vatRate }
        const { primary, notes } = priceFigures({ storedPence }, page, terms)
        const announced = [primary, ...notes]
          .flatMap((text) => text.match(/£[\d,]+\.\d\d/g) ?? [])
          .map(amount)
        expect(announced).toEqual(
          expect.arrayContaining([
            unitPence(storedPence, page, by),
            unitPence(storedPence, 'cart', by),
            plusVat(unitPence(storedPence, 'cart', by), vatRate),
          ]),
        )
      }
    }),
  )
})
