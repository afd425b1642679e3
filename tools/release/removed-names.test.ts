import { expect, test } from 'vitest'
import { brokenByMigrations, removedNames } from '../../supabase/removed-names'

const removedBy = (sql: string) => removedNames({ file: '20261201000000_change.sql', sql })

test.each([
  ['alter table public.products drop column brand', ['brand']],
  ['alter table public.products rename column brand to maker', ['brand']],
  ['alter table public.products rename to goods', ['products']],
  ['drop table public.wishlists, public.carts', ['wishlists', 'carts']],
  ['drop function public.cart_add(uuid, integer)', ['cart_add']],
  ['alter function public.cart_add(uuid) rename to cart_put', ['cart_add']],
  ['drop view if exists stock', ['stock']],
])('%s takes away %j', async (sql, names) => {
  expect(await removedBy(sql)).toEqual(names)
})

test.each([
  'drop function public.cart_add(uuid); create function public.cart_add(uuid, text) returns void language sql as $$ select $$',
  'alter table public.products add column maker text',
  'drop index products_brand',
  'drop policy anyone on public.products',
])('%s takes no name away', async (sql) => {
  expect(await removedBy(sql)).toEqual([])
})

const release = {
  name: 'mf-catalog',
  version: 'v1',
  migration: '20261101000000',
  database: ['products', 'brand'],
}
const drop = { file: '20261201000000_brand.sql', sql: 'alter table public.products drop column brand' }

test('a release that uses a name which a later migration takes away is told', async () => {
  expect(await brokenByMigrations([drop], [release])).toEqual([
    '20261201000000_brand.sql takes away brand, which mf-catalog v1 uses.',
  ])
})

test('a release that was typed against the migration, or does not use the name, is not broken', async () => {
  const others = [
    { ...release, migration: '20261201000000' },
    { ...release, database: ['products'] },
    { ...release, migration: null },
  ]
  expect(await brokenByMigrations([drop], others)).toEqual([])
})
