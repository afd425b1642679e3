import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs, productRow, saveProduct } from './office-steps'
import { testDatabase } from './test-database'
import { guest, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const field = fc.constantFrom('description', 'care', 'materials', 'brand')
const step = fc.oneof(
  // `of`: which of the open forms is saved; a form knows the version and the stock it was opened with.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      of: fc.nat(),
      field,
      text: fc.constantFrom('one', 'two', 'three'),
      stock: fc.integer({ min: -4, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('adjust' as const), by: fc.integer({ min: -3, max: 5 }) }),
  },
)

/** Runs what may be refused, and says whether it was done. */
async function tried(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^PT4/) as unknown })
    return false
  }
}

test('however saves, sales and adjustments follow each other, stock is their sum and no field is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const id = await stockProduct(sql, 10, 6)
      const expected: Record<string, unknown> = { inventory_quantity: 6, version: 1 }
      let stock = 6
      let version = 1
      const forms = [1]
      for (const each of steps) {
        if (each.kind === 'open') {
          forms.push(version)
        } else if (each.kind === 'sell') {
          const buyer = guest()
          const sold = readyToPay(sql, buyer, id, each.quantity).then(({ session_id }) =>
            complete(sql, buyer, session_id),
          )
          const isSold = await tried(sold)
          expect(isSold).toBe(each.quantity <= stock)
          if (isSold) stock -= each.quantity
        } else if (each.kind === 'adjust') {
          const adjusted = callAs(sql, staff, 'adjust_stock', { p_product_id: id, p_change: each.by })
          if (await tried(adjusted)) stock += each.by
        } else {
          const form = forms[each.of % forms.length] ?? 0
          const before = (await productRow(sql, id))?.[each.field] ?? null
          const saved = saveProduct(sql, staff, {
            id,
            version: form,
            fields: { [each.field]: each.text },
            stockChange: each.stock,
          })
          const isSaved = await tried(saved)
          expect(isSaved).toBe(form === version && stock + each.stock >= 0)
          if (isSaved) {
            stock += each.stock
            expected[each.field] = each.text
            if (before !== each.text) version += 1
          }
        }
        Object.assign(expected, { inventory_quantity: stock, version })
        expect(await productRow(sql, id)).toMatchObject(expected)
      }
      expect(await faultsIn(sql)).toEqual({})
    }),
    { numRuns: process.env.TEST_DEEP ? 300 : 12 },
  )
})
