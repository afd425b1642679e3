import fc from 'fast-check'
import { expect, test } from 'vitest'
import { optionSlug, variantQuery } from '@shop/pricing'
import { testDatabase } from './test-database'

const sql = await testDatabase()

// PostgreSQL stores neither U+0000 nor lone surrogates.
const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((value) => !/[\0\ud800-\udfff]/u.test(value))
const plainText = fc.string({ unit: fc.constantFrom(...'aZ09 -_/É'), maxLength: 60 })

test('the browser and the database write an option in a URL alike', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(text, plainText), { minLength: 1, maxLength: 50 }), async (texts) => {
      const found = await sql<{ slug: string }[]>`
        select private.slug(value) as slug from unnest(${texts}::text[]) with ordinality as listed (value, place) order by place`
      expect(found.map(({ slug }) => slug)).toEqual(texts.map(optionSlug))
    }),
  )
})

test('they write a whole variant alike', async () => {
  const options = [
    { name: 'Size', value: 'XL' },
    { name: 'Colour', value: 'Deep Plum' },
  ]
  const [found] = await sql<{ query: string }[]>`
    select private.variant_query(${JSON.stringify(options)}::text::jsonb) as query`
  expect(found?.query).toBe(variantQuery(options))
})
