import { expect, test } from 'vitest'
import { callAs } from './office-steps'
import { refundFixtures } from './refund-fixtures'
import { testDatabase } from './test-database'
import { signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const { buy } = refundFixtures(sql, staff)

interface Parcel {
  tracking_number: string
  late: boolean | null
}

const send = async (tracking: string, status: string, daysAgo: number, expectedIn?: number) => {
  const { id } = await buy({ lines: [[20, 1]] })
  await sql`
    insert into shipments (order_id, carrier, tracking_number, status, created_at, estimated_delivery)
    values (${id}, 'DPD', ${tracking}, ${status}, now() - ${daysAgo} * interval '1 day',
      private.london_day(now()) + ${expectedIn ?? 3}::integer)`
}

const list = async (state: string, query = '', page = 1, size = 25) => {
  const { rows, ...counts } = await callAs<{ rows: Parcel[]; total: number; page: number; pages: number }>(
    sql,
    staff,
    'office_parcels',
    { p_state: state, p_query: query, p_page: page, p_size: size },
  )
  return {
    numbers: rows.map(({ tracking_number: number }) => number),
    late: rows.map(({ late }) => late),
    ...counts,
  }
}

test('parcels on their way are listed the oldest first, page by page, and marked when they are late', async () => {
  await send('AB 12-34', 'out_for_delivery', 1)
  await send('AB 12-99', 'shipped', 5, -1)
  await send('CD 77', 'in_transit', 3, 0)
  await send('EF 1', 'exception', 2)
  await send('AB 12', 'delivered', 9, -4)
  expect(await list('on_the_way')).toMatchObject({
    numbers: ['AB 12-99', 'CD 77', 'AB 12-34'],
    late: [true, false, false],
    total: 3,
  })
  expect(await list('on_the_way', '', 2, 2)).toMatchObject({ numbers: ['AB 12-34'], page: 2, pages: 2 })
  expect(await list('exception')).toMatchObject({ numbers: ['EF 1'] })
  expect(await list('delivered')).toMatchObject({ numbers: ['AB 12'], late: [false] })

  // However it is typed, and in every state.
  expect((await list('exception', 'ab12 ')).numbers.sort()).toEqual(['AB 12', 'AB 12-34', 'AB 12-99'])
  expect(await list('on_the_way', '%')).toMatchObject({ total: 3 })
})
