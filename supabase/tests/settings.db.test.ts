import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  defaultSettings,
  parseSettings,
  settingAllowed,
  settingRules,
  type SettingRule,
} from '@shop/settings'
import { isUkVatNumber } from '@shop/settings/vat-number'
import { testDatabase } from './test-database'
import { as, signUpStaff, rejection } from './visitor-fixtures'

const sql = await testDatabase()

const runs = { numRuns: process.env.TEST_DEEP ? 10_000 : 300 }
const keys = Object.keys(settingRules)
// NUL and halves of surrogate pairs are not valid values, since jsonb cannot hold them.
const json = fc
  .jsonValue({ maxDepth: 2, noUnicodeString: false })
  .filter((value) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value)))

/** A number near a bound, or with a decimal too many; a text near its longest; an allowed word written otherwise. */
function nearly(rule: SettingRule): fc.Arbitrary<unknown> {
  switch (rule.kind) {
    case 'number':
      return fc
        .tuple(
          fc.constantFrom(rule.min, rule.max, 0, 1, 0.79),
          fc.integer({ min: -2, max: 2 }),
          fc.constantFrom(0, 0.1, 0.01, 1e-4, 1e-5, 1),
        )
        .map(([at, steps, step]) => at + steps * step)
    case 'text':
      return fc
        .tuple(fc.constantFrom(rule.min, rule.max), fc.constantFrom(-1, 0, 1), fc.constantFrom('x', 'é', '🜁'))
        .map(([length, more, letter]) => letter.repeat(Math.max(0, length + more)))
    case 'choice':
      return fc
        .tuple(fc.constantFrom(...rule.choices), fc.constantFrom('', ' ', 's'))
        .chain(([word, more]) =>
          fc.constantFrom<unknown>(
            word,
            word + more,
            more + word,
            [word],
            { [word]: true },
            word.toUpperCase(),
            null,
          ),
        )
    case 'boolean':
      return fc.constantFrom<unknown>(true, false, 'true', 1, 0, null)
  }
}

const cases = fc.constantFrom(...keys).chain((key) => {
  const rule = settingRules[key as keyof typeof settingRules]
  return fc.tuple(
    fc.constant(key),
    fc.oneof({ weight: 3, arbitrary: nearly(rule) }, { weight: 1, arbitrary: json }),
  )
})

test('the database and libs/settings hold the same rules, one for each setting', async () => {
  const rules = await sql`
    select key, jsonb_strip_nulls(jsonb_build_object('kind', kind, 'min', min_value, 'max', max_value, 'decimals', decimals, 'choices', choices)) as rule
    from private.setting_rules`
  expect(Object.fromEntries(rules.map(({ key, rule }) => [key, rule]))).toEqual(settingRules)
  const settings = Object.entries(defaultSettings).flatMap(([name, section]) =>
    Object.keys(section).map((key) => `${name}.${key}`),
  )
  expect(settings.toSorted()).toEqual(keys.toSorted())
})

test('the database and libs/settings allow the same values', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ([key, value]) => {
      const [row] =
        await sql`select private.setting_problem(${key}, ${JSON.stringify(value)}::text::jsonb) is null as allowed`
      expect(row).toEqual({ allowed: settingAllowed(key, value) })
    }),
    runs,
  )
})

test.each([
  ['3', 'pricing.factor'],
  ['"first"', 'shipping.unmatchedZone'],
  ['5', 'stock.lowMax'],
  ['"delivered"', 'revenue.basis'],
])('%s is a value of %s', async (value, key) => {
  const [row] = await sql`select private.setting_problem(${key}, ${value}::text::jsonb) is null as allowed`
  expect(row).toEqual({ allowed: true })
})

test.each([
  ['pricing.factor', -1, 'a number from 0.01 to 10 with 4 decimals at most'],
  ['pricing.factor', 0, 'a number from 0.01 to 10 with 4 decimals at most'],
  ['pricing.factor', 1e9, 'a number from 0.01 to 10 with 4 decimals at most'],
  ['stock.lowMax', 2.5, 'a number from 0 to 10000 with 0 decimals at most'],
  ['shipping.unmatchedZone', 'last', 'one of "first", "reject"'],
  ['checkout.requireSignIn', 'true', 'true or false'],
  ['payment.provider', 'Stripe', 'one of "simulated", "stripe"'],
  ['business.name', '', 'text of 1 to 300 characters'],
])('staff are told what %s may be when they write %j', async (key, value, words) => {
  const staff = await signUpStaff(sql)
  const written = as(
    sql,
    staff,
    (tx) => tx`update shop_settings set value = ${JSON.stringify(value)}::text::jsonb where key = ${key}`,
  )
  expect(await rejection(written)).toEqual({
    code: 'PT422',
    message: `${key} must be ${words}.`,
    hint: key,
    detail: '',
  })
})

class Announced extends Error {
  constructor(readonly what: unknown) {
    super()
  }
}

/** What the database says of a shop whose setting is this, also where it should never have got in; nothing stays behind. */
function providerWith(value: unknown): Promise<unknown> {
  return sql
    .begin(async (tx) => {
      await tx`alter table shop_settings disable trigger check_setting`
      await tx`alter table shop_settings drop constraint shop_settings_payment_provider, drop constraint shop_settings_value_check`
      await tx`delete from shop_settings where key = 'payment.provider'`
      if (value !== undefined) {
        await tx`insert into shop_settings (key, value) values ('payment.provider', ${JSON.stringify(value)}::text::jsonb)`
      }
      const [row] = await tx`select private.payment_provider() as provider`
      throw new Announced(row?.provider ?? 'none')
    })
    .catch((reason: unknown) => {
      if (reason instanceof Announced) return reason.what
      throw reason
    })
}

const parsed = (value: unknown) =>
  parseSettings(value === undefined ? [] : [{ key: 'payment.provider', value }]).payment.provider
const almost = [
  'Stripe',
  ' simulated',
  'simulated ',
  'none',
  ['stripe'],
  { simulated: true },
  true,
  null,
  0,
  '',
  undefined,
]

test.each(almost)('nobody takes the money where payment.provider is %j', async (value) => {
  expect([await providerWith(value), parsed(value)]).toEqual(['none', 'none'])
})

test.each(['simulated', 'stripe'])('%s is taken as written', async (value) => {
  expect([await providerWith(value), parsed(value)]).toEqual([value, value])
})

test('the database and libs/settings name the same provider for any value', async () => {
  const values = fc.oneof(nearly(settingRules['payment.provider']), json)
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      expect(await providerWith(value)).toBe(parsed(value))
    }),
    { numRuns: process.env.TEST_DEEP ? 10_000 : 50 },
  )
})

/** Texts that are, nearly are, or look like VAT numbers. */
const vatNumbers = fc
  .tuple(
    fc.constantFrom('GB', 'XI', 'gb', 'xı', 'DE', ''),
    fc.oneof(
      fc.stringMatching(/^\d{9}$/),
      fc.stringMatching(/^\d{12}$/),
      fc.stringMatching(/^(GD|HA|ha)\d{3}$/),
      fc.constantFrom('123456782', '123456727', '12345678２', '123 4567 27 001', '123456782\n', ''),
    ),
    fc.constantFrom('', ' '),
  )
  .map((parts) => parts.join(''))

test('the database and libs/settings know the same VAT numbers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(vatNumbers, fc.string()), { minLength: 30, maxLength: 30 }),
      async (texts) => {
        const plain = texts.map((text) => text.replaceAll('\0', ''))
        const rows = await sql<{ known: boolean }[]>`
        select private.is_uk_vat_number(text) as known
        from unnest(${plain}::text[]) with ordinality as asked (text, place) order by place`
        expect(rows.map(({ known }) => known)).toEqual(plain.map(isUkVatNumber))
      },
    ),
    runs,
  )
})

test('a VAT number with wrong digits is rejected when it is saved, in words', async () => {
  const staff = await signUpStaff(sql)
  const save = (value: string) =>
    as(
      sql,
      staff,
      (tx) => tx`
      insert into shop_settings (key, value) values ('business.vatNumber', ${JSON.stringify(value)}::text::jsonb)
      on conflict (key) do update set value = excluded.value`,
    )
  expect(await rejection(save('GB123456789'))).toMatchObject({
    code: 'PT422',
    message: 'The VAT number is not one of the UK: check its digits.',
  })
})
