import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSizeGuide } from './parse-size-guide'
import { testDatabase } from '../../../supabase/tests/test-database'
import { as, rejection, signUpStaff } from '../../../supabase/tests/visitor-fixtures'

const sql = await testDatabase()

// Mostly right: a guide of wrong parts alone would never come to the last rule.
const mostly = (right: fc.Arbitrary<unknown>, ...wrong: unknown[]) =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...wrong) })
const words = (min: number, max: number) =>
  mostly(
    fc.oneof(
      fc.constantFrom('M', '81–87 cm', '😀'.repeat(max), 'x'.repeat(max)),
      fc.string({ minLength: min, maxLength: 8 }),
    ),
    '',
    '   ',
    ' \t',
    'x'.repeat(max + 1),
    '😀'.repeat(max + 1),
    null,
    7,
    ['M'],
  )
const guide = fc
  .record({ width: fc.integer({ min: 1, max: 13 }), height: fc.constantFrom(0, 1, 2, 50, 51) })
  .chain(({ width, height }) => {
    const cells = fc.array(words(0, 60), { minLength: width, maxLength: width })
    return fc.record(
      {
        columns: mostly(cells, [], 'Size', null),
        rows: mostly(
          fc.array(mostly(cells, [], 'S', ['S', '1', '2']), { minLength: height, maxLength: height }),
          null,
        ),
        note: mostly(words(0, 500), null),
        title: fc.constant('Robes'),
      },
      { requiredKeys: ['columns', 'rows'] },
    )
  })
const plain = fc.record({
  columns: fc.constant(['Size', 'Bust']),
  rows: fc.array(fc.tuple(fc.constantFrom('S', ' ', 'M'), words(0, 60)), { minLength: 1, maxLength: 4 }),
})
const isStorable = (json: string) => !/\\u0000|\\u[dD][89a-fA-F]/.test(json)

test('the browser and the database take the same size guides', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(guide, plain, fc.jsonValue()), { minLength: 20 }), async (guides) => {
      const given = guides.map((each) => JSON.stringify(each)).filter(isStorable)
      const found = await sql<{ yes: boolean }[]>`
        select private.is_size_guide(guide::jsonb) as yes
        from unnest(${given}::text[]) with ordinality as listed (guide, place) order by place`
      const parsed = given.map((json) => parseSizeGuide(JSON.parse(json)) !== null)
      expect(found.map(({ yes }) => yes)).toEqual(parsed)
      taken += parsed.filter(Boolean).length
    }),
  )
  expect(taken).toBeGreaterThan(50)
})

test('a product has a size guide of that shape or none', async () => {
  const staff = await signUpStaff(sql)
  const write = (json: string | null) =>
    rejection(
      as(
        sql,
        staff,
        (tx) => tx`update products set size_guide = ${json}::text::jsonb where slug = 'hours-silk-robe'`,
      ),
    )
  expect((await write('{"columns":["Size"],"rows":[["S","81 cm"]]}')).code).toBe('23514')
  expect((await write('null')).code).toBe('23514')
  expect((await write('{"columns":["Size"],"rows":[["S"]]}')).message).toBe('was not refused')
  expect((await write(null)).message).toBe('was not refused')
})
