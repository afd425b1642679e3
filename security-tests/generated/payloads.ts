import fc, { type Arbitrary } from 'fast-check'
import { oddValues } from '../requests/values'
import type { Slot } from './catalogue'

const short = Object.values(oddValues).filter((text) => text.length < 2000)
const known = [
  'product',
  'hidden',
  'victimUser',
  'victimCustomer',
  'victimOrder',
  'victimLine',
  'victimAddress',
  'victimEmailJob',
  'victimToken',
  'buyerUser',
  'buyerCustomer',
  'buyerOrder',
  'buyerLine',
  'giftCard',
  'promotion',
  'staffUser',
  'staffRecord',
  'method',
  'zone',
  'rule',
  'category',
  'unused',
] as const

const plain = /^(numeric|integer|bigint|smallint|double|real)/
const amounts = [
  '0',
  '-1',
  '1',
  '0.01',
  '-0.01',
  '1e9',
  '99999999999',
  '2147483648',
  '"NaN"',
  '"Infinity"',
  '1.5',
  '"1"',
]
const moments = [
  '"2999-01-01"',
  '"infinity"',
  '"-infinity"',
  '"0001-01-01 BC"',
  '"now"',
  '"yesterday"',
  '"2026-02-30"',
  '0',
]
const texts = [
  '"x"',
  '"<script>alert(1)</script>"',
  '"a@b.cc"',
  '"super_admin"',
  '"completed"',
  '"paid"',
  '"received"',
]

/** JSON texts of values that fit a type, so that they pass the cast. */
function fitting({ type }: Slot): Arbitrary<string> {
  if (type === 'uuid') return fc.constantFrom(...known).map((name) => `"@${name}@"`)
  if (plain.test(type)) return fc.oneof(fc.constantFrom(...amounts), fc.integer().map(String))
  if (type === 'boolean') return fc.constantFrom('true', 'false', '"t"', 'null')
  if (type.startsWith('timestamp') || type === 'date') return fc.constantFrom(...moments)
  if (type.startsWith('json')) return fc.json({ maxDepth: 3 })
  if (type.endsWith('[]'))
    return fc.array(fc.constantFrom(...texts), { maxLength: 3 }).map((entries) => `[${entries.join(',')}]`)
  return fc.oneof(
    fc.constantFrom(...texts, '"@guestSession@"', '"@guestCheckout@"', '"@victimEmail@"'),
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => JSON.stringify(text)),
  )
}

/** A JSON object that sets one column to a plain value of its type: a caller with the right to write the column succeeds with it. */
export function plainUpdate({ name, type }: Slot): string {
  const values: [RegExp, string][] = [
    [/\[\]$/, '[]'],
    [/^uuid/, '"@unused@"'],
    [plain, '1'],
    [/^boolean/, 'true'],
    [/^(timestamp|date)/, '"2026-01-01"'],
    [/^json/, '{}'],
  ]
  return `{${JSON.stringify(name)}:${values.find(([of]) => of.test(type))?.[1] ?? '"x"'}}`
}

/** JSON texts for one column or argument: mostly of its type, else any of the odd values. */
function value(slot: Slot): Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fitting(slot), weight: 5 },
    { arbitrary: fc.constantFrom(...short), weight: 2 },
  )
}

/** A JSON object with some of these fields, by value. @param all every field is there */
export function object(slots: readonly Slot[], all = false): Arbitrary<string> {
  const field = (slot: Slot) => value(slot).map((text) => `${JSON.stringify(slot.name)}:${text}`)
  const fields = all
    ? fc.tuple(...slots.map(field))
    : fc
        .subarray([...slots], { maxLength: Math.min(6, slots.length) })
        .chain((some) => fc.tuple(...some.map(field)))
  return fields.map((parts) => `{${parts.join(',')}}`)
}

/** One or more rows to insert, by value. */
export function rows(slots: readonly Slot[]): Arbitrary<string> {
  const many = fc.array(object(slots), { maxLength: 3 }).map((list) => `[${list.join(',')}]`)
  return fc.oneof(
    { arbitrary: object(slots), weight: 4 },
    { arbitrary: many, weight: 1 },
    { arbitrary: fc.constantFrom(...short), weight: 1 },
  )
}

/** Parameters of an insert. */
export const parameters = fc.constantFrom('', '', 'select=*', 'columns=id', 'on_conflict=id', 'order=id')

/** How PostgREST is asked to write and to answer. */
export const prefer = fc.constantFrom(
  'return=representation',
  'return=minimal',
  'resolution=merge-duplicates,return=representation',
  'resolution=ignore-duplicates',
  'missing=default',
  'count=exact',
  'tx=commit',
)

const operators = [
  'eq',
  'neq',
  'gt',
  'lt',
  'gte',
  'like',
  'ilike',
  'in',
  'is',
  'cs',
  'cd',
  'ov',
  'fts',
  'match',
  'not.eq',
  'not.is',
  'eq(any)',
  'nonsense',
]
const operands = [
  'null',
  'true',
  '(1,2)',
  '{a,b}',
  '*',
  '0',
  '@victimUser@',
  '@victimOrder@',
  '@victimCustomer@',
  '%25',
  "' or '1'='1",
]
const casts = ['', '', '', '::text', '::int', '::regclass', '::jsonb', '->>a', '->0']

/** The query of a read: filters, a cast, an embed and an order that may make no sense. */
export function query(columns: readonly Slot[], related: readonly string[]): Arbitrary<string> {
  const column = fc.constantFrom(...columns.map(({ name }) => name))
  const filter = fc
    .tuple(
      column,
      fc.constantFrom(...operators),
      fc.oneof(fc.constantFrom(...operands), fc.string({ maxLength: 12 })),
    )
    .map(
      ([name, operator, operand]) =>
        `${name}=${operator}.${/^@\w+@$/.test(operand) ? operand : encoded(operand)}`,
    )
  const embed =
    related.length === 0 ? fc.constant('*') : fc.constantFrom(...related).map((name) => `*,${name}(*)`)
  const select = fc.oneof(
    fc.constant('*'),
    fc.tuple(column, fc.constantFrom(...casts)).map((parts) => encoded(parts.join(''))),
    embed,
  )
  const extra = fc.constantFrom(
    '',
    'limit=1',
    'limit=-1',
    'offset=99999999',
    'or=(id.not.is.null)',
    'and=(id.is.null,id.not.is.null)',
  )
  return fc
    .tuple(select, fc.array(filter, { maxLength: 2 }), extra, fc.option(column, { nil: undefined }))
    .map(([selected, filters, more, order]) =>
      [`select=${selected}`, ...filters, more, order === undefined ? '' : `order=${order}.desc`]
        .filter((part) => part !== '')
        .join('&'),
    )
}

function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, 'x'))
}
