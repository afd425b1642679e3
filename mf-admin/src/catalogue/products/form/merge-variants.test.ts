import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeVariants } from './merge-variants'
import { type VariantValues } from './product-schema'
import { newVariant } from './product-values'

const variant = (id: string, more: Partial<VariantValues> = {}): VariantValues => ({
  ...newVariant([id], '10.00'),
  id,
  stock: 5,
  ...more,
})
const [small, large] = [variant('S'), variant('L')]

describe('variants that two people edited', () => {
  test('keep what each of them changed', () => {
    const mine = [{ ...small, price: '12.00' }, large]
    const theirs = [
      { ...small, sku: 'S-1' },
      { ...large, price: '15.00' },
    ]
    expect(mergeVariants([small, large], mine, theirs)).toEqual({
      value: [
        { ...small, price: '12.00', sku: 'S-1' },
        { ...large, price: '15.00' },
      ],
      inDoubt: false,
      takenOver: true,
    })
  })

  test('are in doubt where both changed the same field', () => {
    const merged = mergeVariants([small], [{ ...small, price: '12.00' }], [{ ...small, price: '15.00' }])
    expect(merged).toMatchObject({ inDoubt: true, value: [{ price: '12.00' }] })
  })

  test('do not conflict after a sale: the stock changes, my difference stays', () => {
    const theirs = [{ ...small, stock: 3, has_orders: true }]
    expect(mergeVariants([small], [{ ...small, stock_change: '4' }], theirs)).toEqual({
      value: [{ ...small, stock: 3, has_orders: true, stock_change: '4' }],
      inDoubt: false,
      takenOver: false,
    })
  })

  test('go if one removed them and the other left them alone', () => {
    expect(mergeVariants([small, large], [small, large], [small]).value).toEqual([small])
    expect(mergeVariants([small, large], [small], [small, large])).toMatchObject({
      value: [small],
      inDoubt: false,
    })
  })

  test('are in doubt if one removed what the other changed', () => {
    const changed = { ...large, price: '1.00' }
    expect(mergeVariants([small, large], [small, changed], [small])).toMatchObject({
      value: [small, { id: '', price: '1.00' }],
      inDoubt: true,
    })
    expect(mergeVariants([small, large], [small], [small, changed]).inDoubt).toBe(true)
  })

  test('are one if both added the same combination', () => {
    const theirs = [small, { ...large, sku: 'L-1' }]
    const mine = [small, { ...large, id: '', stock: 0 }]
    expect(mergeVariants([small], mine, theirs)).toMatchObject({
      value: [small, { id: 'L', stock: 5 }],
      inDoubt: true,
    })
  })
})

const fields = fc.record({
  sku: fc.constantFrom('', 'A', 'B'),
  price: fc.constantFrom('1.00', '2.00'),
  is_active: fc.boolean(),
  stock: fc.nat(9),
})
const list = fc
  .uniqueArray(fc.constantFrom('S', 'M', 'L'))
  .chain((ids) => fc.tuple(...ids.map((id) => fields.map((more) => variant(id, more)))))

const byId = (variants: VariantValues[]) => variants.toSorted((one, other) => (one.id < other.id ? -1 : 1))

test('a merge with a side that changed nothing is the other side', () => {
  fc.assert(
    fc.property(list, list, (before, theirs) => {
      const { value, inDoubt } = mergeVariants(before, before, theirs)
      expect(inDoubt).toBe(false)
      expect(byId(value)).toEqual(byId(theirs))
    }),
  )
  fc.assert(
    fc.property(list, list, (before, mine) => {
      const added = mine.map((each) => (before.some(({ id }) => id === each.id) ? each : { ...each, id: '' }))
      const { value, inDoubt, takenOver } = mergeVariants(before, added, before)
      expect([inDoubt, takenOver]).toEqual([false, false])
      expect(value.map((each) => [each.id, each.sku, each.price])).toEqual(
        added.map((each) => [each.id, each.sku, each.price]),
      )
    }),
  )
})
