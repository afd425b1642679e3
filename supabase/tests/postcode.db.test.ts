import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBackend, type LocalSupabase } from '@shop/local-supabase'
import { checkPostcode } from '@shop/pricing'

let backend: LocalSupabase
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

const runs = { numRuns: process.env.TEST_DEEP ? 10_000 : 300 }
const outward = fc.oneof(
  fc.constantFrom('JE2', 'GY1', 'GX11', 'IM1', 'BFPO', 'GIR', 'SW1A', 'KW15', 'B1', 'FIQQ', 'AI', 'ſW1A', 'ıM1', 'BT1'),
  fc.stringMatching(/^[A-Za-z]{1,2}[0-9][A-Za-z0-9]?$/))
const inward = fc.oneof(fc.constantFrom('1AA', '57', '1ZZ', '1234', '', '2ſT'), fc.stringMatching(/^[0-9][A-Za-z]{2}$/))
const between = fc.constantFrom(' ', '', '  ', '-', '\t', '\u00a0')
const written = fc.tuple(fc.constantFrom('', ' ', '<'), outward, between, inward, fc.constantFrom('', ' ', '.', 'X'))
  .map((parts) => parts.join(''))
const anything = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\u0000'))

test('SQL and libs/pricing accept and write the same postcodes', async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(written, written, anything), async (typed) => {
    const [row] = await backend.sql`select private.is_uk_postcode(${typed}) as ok, private.uk_postcode(${typed}) as normalised`
    const { ok, normalised } = checkPostcode(typed)
    expect(row).toEqual({ ok, normalised: ok ? normalised : null })
  }), runs)
})

test.each(['SW1A 1AA', 'IM1 1AA', 'BFPO 57', 'bt1 1aa'])('%s is a postcode of the UK for the database', async (typed) => {
  expect([...await backend.sql`select private.is_uk_postcode(${typed}) as ok`]).toEqual([{ ok: true }])
})

test.each(['JE2 3AB', 'GY1 1AA', 'GX11 1AA', '123', '<script>', '', null])('%s is none', async (typed) => {
  expect([...await backend.sql`select private.is_uk_postcode(${typed}) as ok`]).toEqual([{ ok: false }])
})
