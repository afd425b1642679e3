import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()

const statuses = ['pending', 'processing', 'shipped', 'delivered', 'completed']

test.each([{ basis: 'pending' }, { basis: 'shipped' }, { basis: 'completed' }])(
  'with revenue.basis $basis the dashboard counts orders of that status',
  async ({ basis }) => {
    const staff = await signUpStaff(sql)
    await sql`insert into shop_settings (key, value) values ('revenue.basis', ${JSON.stringify(basis)}::text::jsonb)
      on conflict (key) do update set value = excluded.value`
    const buyer = guest()
    const checkout = await readyToPay(sql, buyer, await stockProduct(sql, 10, 5))
    const { order_id: order } = await complete(sql, buyer, checkout.session_id)
    const [bought] = await sql<{ total: number }[]>`select total::float from orders where id = ${order}`
    const revenue = async () => {
      const [row] = await as(
        sql,
        staff,
        (tx) => tx<{ revenue: number }[]>`select (dashboard_stats() ->> 'revenue')::float as revenue`,
      )
      return row?.revenue ?? Number.NaN
    }
    const counted: string[] = []
    for (const status of statuses) {
      await sql`update orders set status = 'cancelled' where id = ${order}`
      const without = await revenue()
      await sql`update orders set status = ${status} where id = ${order}`
      if (Math.abs((await revenue()) - without - (bought?.total ?? 0)) < 0.005) counted.push(status)
    }
    expect(counted).toEqual([basis])
  },
)
