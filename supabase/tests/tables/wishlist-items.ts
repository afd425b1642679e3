import type { Fixtures } from '../declaration/people'
import { nobody, ownRows } from '../declaration/expected-access'
import { person, signedIn } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const insert = (userId: string, { productId }: Fixtures): string => `
  insert into wishlist_items (user_id, product_id) select '${userId}', id from products where is_active and id <> '${productId}' order by id limit 1`

export const wishlistItems: TableDeclaration = {
  policies: {
    forSignedIn: [
      'Customers add to their wishlist',
      'Customers see their wishlist',
      'Customers take from their wishlist',
    ],
  },
  columns: { signedIn: { insert: 'user_id product_id' } },
  reach: { select: ownRows, insert: ownRows, update: nobody, delete: ownRows },
  rows: {
    key: 'user_id',
    label: person('p.user_id = t.user_id'),
    labels: signedIn,
    change: 'created_at = now()',
    insert: {
      own: (me, _them, fixtures) => insert(me.userId, fixtures),
      foreign: (_me, them, fixtures) => insert(them.userId, fixtures),
    },
  },
  fixtures: {
    afterOrders: `
    insert into wishlist_items (user_id, product_id)
    select user_id, (select id from products where is_active order by id desc limit 1) from policy_fixtures.people where user_id is not null`,
  },
  attack: {
    row: '@victimUser@',
    forged: '{"user_id":"@victimUser@","product_id":"@product@"}',
    change: '{"user_id":"@victimUser@"}',
    unique: 'user_id,product_id',
    ownRows: { restore: 'delete from public.wishlist_items where user_id = any ($users)' },
    others: 'not t.user_id = any ($users)',
  },
  rejectedWrites: [
    {
      by: 'a shopper',
      statement: 'insert into wishlist_items (user_id, product_id) values (auth.uid(), gen_random_uuid())',
      code: '23503',
    },
  ],
}
