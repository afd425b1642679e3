import { expect, test } from 'vitest'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { rejection, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

type Kind = 'zone' | 'method' | 'rule'
interface Saved {
  id: string
  version: number
}
const save = (kind: Kind, fields: Record<string, unknown>, saved: Partial<Saved> = {}) =>
  callAs<Saved>(sql, staff, 'save_shipping', {
    p_kind: kind,
    p_id: saved.id ?? null,
    p_version: saved.version ?? null,
    p_fields: fields,
  })
const rowOf = async (kind: Kind, id: string) =>
  (await sql.unsafe(`select * from shipping_${kind}s where id = $1`, [id]))[0]

test('each kind is added with the defaults of the specification, and changed', async () => {
  const zone = await save('zone', { name: ' Islands ', postcodes: [' HS ', '', 'KW15'] })
  expect(zone.version).toBe(1)
  const islands = await rowOf('zone', zone.id)
  expect({ ...islands, multiplier: Number(islands?.multiplier) }).toMatchObject({
    name: 'Islands',
    description: null,
    postcodes: ['HS', 'KW15'],
    multiplier: 1,
    is_active: true,
  })
  const method = await save('method', { name: 'Bicycle' })
  const bicycle = await rowOf('method', method.id)
  expect({ ...bicycle, base_price: Number(bicycle?.base_price) }).toMatchObject({
    base_price: 0,
    estimated_days_min: 1,
    estimated_days_max: 7,
    sort_order: 0,
    features: [],
  })
  const rule = await save('rule', { name: 'Nothing yet' })
  expect(await rowOf('rule', rule.id)).toMatchObject({
    type: 'free_shipping',
    priority: 100,
    conditions: {},
    actions: {},
  })
  const conditions = { min_order_value: 25, of_another_shop: { kept: [1, null] } }
  expect(await save('rule', { conditions, type: 'discount' }, rule)).toEqual({ id: rule.id, version: 2 })
  expect(await rowOf('rule', rule.id)).toMatchObject({ conditions, type: 'discount', name: 'Nothing yet' })
  expect(await save('rule', { type: 'discount' }, { ...rule, version: 2 })).toEqual({
    id: rule.id,
    version: 2,
  })
})

test.each<Kind>(['zone', 'method', 'rule'])(
  'a %s that was changed or deleted meanwhile is not overwritten, and the rejection says so',
  async (kind) => {
    const opened = await save(kind, { name: 'Mine' })
    await save(kind, { name: 'Theirs' }, opened)
    const stale = await rejection(save(kind, { name: 'Mine again', is_active: false }, opened))
    expect(stale).toMatchObject({
      code: 'PT409',
      hint: 'stale_version',
      message: `Someone has changed this ${kind} since you opened it.`,
    })
    expect(JSON.parse(stale.detail)).toMatchObject({ name: 'Theirs', version: 2, is_active: true })
    expect(await rowOf(kind, opened.id)).toMatchObject({ name: 'Theirs', is_active: true })
    expect((await rejection(save(kind, { name: 'x' }, { id: opened.id }))).hint).toBe('version')

    await callAs(sql, staff, 'delete_shipping', { p_kind: kind, p_id: opened.id })
    const gone = {
      code: 'PT404',
      hint: 'shipping_gone',
      message: `This ${kind} no longer exists: somebody has deleted it.`,
    }
    expect(await rejection(save(kind, { name: 'x' }, { ...opened, version: 2 }))).toMatchObject(gone)
    expect(
      await rejection(callAs(sql, staff, 'delete_shipping', { p_kind: kind, p_id: opened.id })),
    ).toMatchObject(gone)
  },
)

test.each<[Kind, Record<string, unknown>, field: string, message: string]>([
  ['zone', {}, 'name', 'Name is required.'],
  ['zone', { name: 'x', multiplier: 0.09 }, 'multiplier', 'Multiplier must be between 0.1 and 9,999.99.'],
  ['zone', { name: 'x', multiplier: 1.005 }, 'multiplier', 'Multiplier can have two decimals, such as 1.25.'],
  ['zone', { name: 'x', multiplier: 'twice' }, 'multiplier', 'Multiplier must be a number, such as 1.5.'],
  ['zone', { name: 'x', postcodes: 'SW' }, 'postcodes', 'Postcodes must be a list of texts.'],
  ['zone', { name: 'x', postcodes: Array(501).fill('A') }, 'postcodes', 'Postcodes: 500 at most.'],
  [
    'zone',
    { name: 'x', postcodes: ['A'.repeat(5001)] },
    'postcodes',
    'Postcodes: the entries are too long together.',
  ],
  ...['N1 0*', 'N1 0', 'SW1A 1AA', 'London', 'UK', 'JE', 'KW*', 'N1-N10', 'QQ1'].map(
    (entry): [Kind, Record<string, unknown>, string, string] => [
      'zone',
      { name: 'x', postcodes: ['SW', entry] },
      'postcodes',
      `"${entry}" is no postcode area, such as SW, and no district, such as KW15.`,
    ],
  ),
  [
    'rule',
    { name: 'x', conditions: { excluded_postcodes: ['BT', 'N1 0'] } },
    'conditions',
    '"N1 0" is no postcode area, such as SW, and no district, such as KW15.',
  ],
  ['zone', { name: 'x', base_price: 1 }, 'base_price', 'There is no field "base_price".'],
  ['method', { name: 'x', base_price: -1 }, 'base_price', 'Base price must be between £0 and £100,000.'],
  [
    'method',
    { name: 'x', base_price: 0.005 },
    'base_price',
    'Base price must be in whole pence, such as 12.50.',
  ],
  [
    'method',
    { name: 'x', estimated_days_min: 0 },
    'estimated_days_min',
    'Minimum days must be between 1 and 365.',
  ],
  [
    'method',
    { name: 'x', estimated_days_min: 3, estimated_days_max: 2 },
    'estimated_days_max',
    'Maximum days must be the minimum days or more.',
  ],
  [
    'method',
    { name: 'x', estimated_days_min: 8 },
    'estimated_days_max',
    'Maximum days must be the minimum days or more.',
  ],
  [
    'rule',
    { name: 'x', type: 'gift' },
    'type',
    'Type must be free_shipping, discount, surcharge or restriction.',
  ],
  ['rule', { name: 'x', priority: 1.5 }, 'priority', 'Priority must be a whole number.'],
  [
    'rule',
    { name: 'x', conditions: [] },
    'conditions',
    'Conditions must be a JSON object, such as {"min_order_value": 25}.',
  ],
  [
    'rule',
    { name: 'x', actions: 'free' },
    'actions',
    'Actions must be a JSON object, such as {"min_order_value": 25}.',
  ],
  ['rule', { name: 'x', actions: { note: 'a'.repeat(5000) } }, 'actions', 'Actions is too long.'],
  ['rule', { name: 'x', is_active: 'yes' }, 'is_active', 'Active must be on or off.'],
])('a %s of %j is rejected with a sentence for staff', async (kind, fields, field, message) => {
  expect(await rejection(save(kind, fields))).toMatchObject({ code: 'PT422', hint: field, message })
})

test('a kind that there is not is rejected', async () => {
  const attempt = callAs(sql, staff, 'save_shipping', { p_kind: 'zones; drop', p_fields: { name: 'x' } })
  expect(await rejection(attempt)).toMatchObject({ code: 'PT422', hint: 'kind' })
})

test('days the wrong way round are rejected by the table', async () => {
  const insert = sql`insert into shipping_methods (name, estimated_days_min, estimated_days_max) values ('Old', 5, 2)`
  expect((await rejection(insert)).code).toBe('23514')
})

test('rules that name a method follow its new name, unless another method is called the same', async () => {
  const method = await save('method', { name: 'Van' })
  const byName = await save('rule', { name: 'a', conditions: { shipping_method: ' van ' } })
  const other = await save('rule', { name: 'b', conditions: { shipping_method: 'Vanguard' } })
  const renamed = await save('method', { name: 'Lorry' }, method)
  expect(await rowOf('rule', byName.id)).toMatchObject({
    conditions: { shipping_method: 'Lorry' },
    version: 2,
  })
  expect(await rowOf('rule', other.id)).toMatchObject({
    conditions: { shipping_method: 'Vanguard' },
    version: 1,
  })
  await save('method', { name: 'Lorry' })
  await save('method', { name: 'Cart' }, renamed)
  expect(await rowOf('rule', byName.id)).toMatchObject({ conditions: { shipping_method: 'Lorry' } })
})

interface Effect {
  id: string
  unmet: string[]
  steps: object[]
}

test('staff are told the price of each active method with the way to it', async () => {
  const idOf = async (table: string, name: string) => {
    const [row] = await sql.unsafe<{ id: string }[]>(`select id from ${table} where name = $1`, [name])
    return row?.id
  }
  const response = await callAs<{
    zone: object
    methods: {
      method: string
      pence: number | null
      rejected: string | null
      base: string
      rules: Effect[]
    }[]
  }>(sql, staff, 'explain_shipping', { p_subtotal: 25, p_postcode: 'ZE1 0AA', p_country: 'GB' })
  expect(response.zone).toEqual({
    id: await idOf('shipping_zones', 'Scottish Highlands and Islands'),
    by: 'area',
    prefix: 'ZE',
  })
  const free = await idOf('shipping_rules', 'Free standard delivery from £25')
  const explained = async (name: string) => {
    const id = await idOf('shipping_methods', name)
    const { rules = [], ...rest } = response.methods.find(({ method }) => method === id) ?? {}
    return { ...rest, free: rules.find((rule) => rule.id === free) }
  }
  expect(await explained('Standard')).toMatchObject({
    pence: 0,
    rejected: null,
    base: '6.384',
    free: { unmet: [], steps: [{ action: 'free_shipping', price: '0' }] },
  })
  expect(await explained('Express')).toMatchObject({
    pence: 798,
    base: '7.984',
    free: { unmet: ['shipping_method'], steps: [] },
  })
  expect(await explained('Next day')).toMatchObject({ pence: null, rejected: 'restriction', free: undefined })
})

test('among zones that name the district the first by position takes it, though a later one names the area too', async () => {
  const add = (fields: object) =>
    callAs<{ id: string }>(sql, staff, 'save_shipping', {
      ...{ p_kind: 'zone', p_id: null, p_version: null, p_fields: fields },
    })
  const first = await add({ name: 'Kirkwall', postcodes: ['KW15'], position: -2 })
  await add({ name: 'Orkney', postcodes: ['KW', 'KW15'], position: -1 })
  const response = await callAs<{ zone: object }>(sql, staff, 'explain_shipping', {
    p_subtotal: 25,
    p_postcode: 'KW15 1AA',
    p_country: 'GB',
  })
  expect(response.zone).toEqual({ id: first.id, by: 'district', prefix: 'KW15' })
})

test.each<[Record<string, unknown>, field: string]>([
  [{ p_subtotal: -1 }, 'subtotal'],
  [{ p_subtotal: 1e9 }, 'subtotal'],
  [{ p_postcode: 'A'.repeat(21) }, 'postcode'],
  [{ p_country: 'GBR' }, 'country'],
])('an explanation of %j is rejected', async (args, field) => {
  const attempt = callAs(sql, staff, 'explain_shipping', { p_subtotal: 1, p_postcode: 'E1 6AN', ...args })
  expect(await rejection(attempt)).toMatchObject({ code: 'PT422', hint: field })
})
