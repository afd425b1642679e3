import { readByStaff } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const inventoryMovements: TableDeclaration = {
  policies: { forSignedIn: ['Staff see stock movements'] },
  reach: readByStaff,
  rows: {
    ...plain,
    change: "note = 'x'",
    insert: {
      row: (_me, _them, fixtures) =>
        `insert into inventory_movements (product_id, kind, quantity) values ('${fixtures.productId}', 'received', 1)`,
    },
  },
  attack: {
    key: 'product_id',
    row: '@product@',
    forged: '{"product_id":"@product@","kind":"received","quantity":1000}',
    change: '{"quantity":1000000}',
  },
  invariants: {
    'stock that is not the sum of its movements': `
    select products.id from products
    left join inventory_movements as movement on movement.product_id = products.id and movement.variant_id is null
    group by products.id having coalesce(sum(movement.quantity), 0)
      <> case when products.options = '[]' then products.inventory_quantity else 0 end`,
    'movements of a deleted product that do not end at nothing': `
    select product_id from inventory_movements where not exists (select from products where products.id = product_id)
    group by product_id having sum(quantity) <> 0`,
    'an order whose pieces are not what the ledger took for it': `
    select orders.id from orders
    cross join lateral (
      select (entry ->> 'product_id')::uuid as product_id, (entry ->> 'variant_id')::uuid as variant_id,
        sum((entry ->> 'quantity')::integer
          - coalesce((select quantity from private.returned_items as returned where order_id = orders.id and returned.line = place - 1), 0)
          - coalesce((select sum(restocked) from refund_lines as part join refunds as refund on refund.id = part.refund_id
            where refund.order_id = orders.id and part.line = place - 1), 0)) as kept
      from jsonb_array_elements(orders.items) with ordinality as listed (entry, place)
      group by 1, 2) as item
    where exists (select from private.stock_units as unit
      where unit.product_id = item.product_id and unit.variant_id is not distinct from item.variant_id)
      and -item.kept <> coalesce((select sum(movement.quantity) from inventory_movements as movement
        where movement.order_id = orders.id and movement.product_id = item.product_id
          and movement.variant_id is not distinct from item.variant_id), 0)`,
    'pieces sold for an order that is not there': `
    select id from inventory_movements where order_id is not null and not exists (select from orders where orders.id = order_id)`,
  },
  growth: (facts) => [
    {
      name: 'office: stock movements of a product',
      asker: facts.staff,
      values: [facts.productId],
      text: 'select * from inventory_movements where product_id = $1 order by id desc limit 20',
    },
  ],
}
