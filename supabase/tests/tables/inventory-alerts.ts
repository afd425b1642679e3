import { readByStaff } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

export const inventoryAlerts: TableDeclaration = {
  policies: { forSignedIn: ['Staff see stock alerts'] },
  reach: readByStaff,
  rows: {
    ...plain,
    change: 'resolved_at = now()',
    insert: {
      row: (_me, _them, fixtures) =>
        `insert into inventory_alerts (product_id) values ('${fixtures.productId}')`,
    },
  },
  attack: {
    key: 'product_id',
    row: '@product@',
    forged: '{"product_id":"@product@"}',
    change: '{"is_active":false}',
  },
  invariants: {
    'an alert that does not follow the stock': `
    select products.id from products
    where (options = '[]' and track_inventory and inventory_quantity <= low_stock_threshold)
      <> exists (select from inventory_alerts where product_id = products.id and variant_id is null and is_active)`,
  },
  growth: (facts) => [
    {
      name: 'office: stock alerts',
      asker: facts.staff,
      values: [],
      text: `select inventory_alerts.id, inventory_alerts.created_at, row_to_json(product) as product from inventory_alerts
        left join lateral (select name, slug, inventory_quantity from products where products.id = inventory_alerts.product_id) as product on true
        where inventory_alerts.is_active order by inventory_alerts.created_at desc, inventory_alerts.id limit 20`,
    },
  ],
}
