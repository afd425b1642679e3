import { expect, test } from 'vitest'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { rejection, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
await sql`insert into categories (name, slug) values ('Shelf', 'shelf'), ('Table', 'table')`

test('categories stand in the order that staff chose, which does not change the categories themselves', async () => {
  const inOrder = async () => [
    ...(await sql<{ id: string; slug: string; version: number }[]>`
      select id, slug, version from categories order by position, name`),
  ]
  const before = await inOrder()
  const wanted = [...before].reverse()
  await callAs(sql, staff, 'order_categories', { p_ids: wanted.map(({ id }) => id) })
  expect(await inOrder()).toEqual(wanted)
  const added = await callAs<{ id: string }>(sql, staff, 'save_category', { p_fields: { name: 'Aprons' } })
  expect((await inOrder()).at(-1)).toMatchObject({ slug: 'aprons' })
  const stale = callAs(sql, staff, 'order_categories', { p_ids: before.map(({ id }) => id) })
  expect(await rejection(stale)).toMatchObject({ code: 'PT409', hint: 'stale_order' })
  const twice = callAs(sql, staff, 'order_categories', {
    p_ids: [...before, ...before.slice(0, 1)].map(({ id }) => id),
  })
  expect(await rejection(twice)).toMatchObject({ code: 'PT409', hint: 'stale_order' })
  expect(await rejection(callAs(sql, staff, 'order_categories', { p_ids: null }))).toMatchObject({
    code: 'PT422',
    hint: 'ids',
  })
  await callAs(sql, staff, 'delete_category', { p_id: added.id })
  await callAs(sql, staff, 'order_categories', { p_ids: before.map(({ id }) => id) })
})
