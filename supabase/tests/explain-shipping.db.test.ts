import { expect, test } from 'vitest'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { refusal, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

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
  const answer = await callAs<{
    zone: object
    methods: { method: string; pence: number | null; refused: string | null; base: string; rules: Effect[] }[]
  }>(sql, staff, 'explain_shipping', { p_subtotal: 25, p_postcode: 'ZE1 0AA', p_country: 'GB' })
  expect(answer.zone).toEqual({
    id: await idOf('shipping_zones', 'Scottish Highlands and Islands'),
    by: 'area',
    prefix: 'ZE',
  })
  const free = await idOf('shipping_rules', 'Free standard delivery from £25')
  const explained = async (name: string) => {
    const id = await idOf('shipping_methods', name)
    const { rules = [], ...rest } = answer.methods.find(({ method }) => method === id) ?? {}
    return { ...rest, free: rules.find((rule) => rule.id === free) }
  }
  expect(await explained('Standard')).toMatchObject({
    pence: 0,
    refused: null,
    base: '6.384',
    free: { unmet: [], steps: [{ action: 'free_shipping', price: '0' }] },
  })
  expect(await explained('Express')).toMatchObject({
    pence: 798,
    base: '7.984',
    free: { unmet: ['shipping_method'], steps: [] },
  })
  expect(await explained('Next day')).toMatchObject({ pence: null, refused: 'restriction', free: undefined })
})

test('among zones that name the district the first by position takes it, though a later one names the area too', async () => {
  const add = (fields: object) =>
    callAs<{ id: string }>(sql, staff, 'save_shipping', {
      ...{ p_kind: 'zone', p_id: null, p_version: null, p_fields: fields },
    })
  const first = await add({ name: 'Kirkwall', postcodes: ['KW15'], position: -2 })
  await add({ name: 'Orkney', postcodes: ['KW', 'KW15'], position: -1 })
  const answer = await callAs<{ zone: object }>(sql, staff, 'explain_shipping', {
    p_subtotal: 25,
    p_postcode: 'KW15 1AA',
    p_country: 'GB',
  })
  expect(answer.zone).toEqual({ id: first.id, by: 'district', prefix: 'KW15' })
})

test.each<[Record<string, unknown>, field: string]>([
  [{ p_subtotal: -1 }, 'subtotal'],
  [{ p_subtotal: 1e9 }, 'subtotal'],
  [{ p_postcode: 'A'.repeat(21) }, 'postcode'],
  [{ p_country: 'GBR' }, 'country'],
])('an explanation of %j is refused', async (args, field) => {
  const attempt = callAs(sql, staff, 'explain_shipping', { p_subtotal: 1, p_postcode: 'E1 6AN', ...args })
  expect(await refusal(attempt)).toMatchObject({ code: 'PT422', hint: field })
})
