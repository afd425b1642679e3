import { catalogue } from '../declaration/expected-access'
import { stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns =
  'option_values sku barcode price compare_at_price image inventory_quantity low_stock_threshold track_inventory is_active'

const robe = "(select id from products where slug = 'robe-in-sizes')"

export const productVariants: TableDeclaration = {
  policies: {
    forAnyone: ['Anyone sees active variants, staff every one'],
    forSignedIn: ['Staff add variants', 'Staff change variants', 'Staff delete variants'],
  },
  columns: {
    anon: { select: `${stamps} product_id ${columns} was_price was_price_until` },
    signedIn: { insert: `product_id ${columns}`, update: columns },
  },
  reach: catalogue,
  needs: { write: 'catalogue' },
  rows: {
    key: 'id',
    // A variant of a product that is switched off is not for sale either.
    label:
      "case when t.is_active and (select p.is_active from products as p where p.id = t.product_id) then 'active' else 'inactive' end",
    labels: ['active', 'inactive'],
    change: "barcode = '12345678'",
    insert: {
      row: () => `insert into product_variants (product_id, option_values) values (${robe}, '{XXL}')`,
    },
  },
  fixtures: {
    beforeOrders: `
      insert into products (slug, name, price, options)
      values ('robe-in-sizes', 'Robe in sizes', 5, '[{"name":"Size","values":["S","M","L","XXL"]}]');
      insert into product_variants (product_id, option_values, inventory_quantity, is_active)
      values (${robe}, '{S}', 9, true), (${robe}, '{M}', 0, true), (${robe}, '{L}', 3, false)`,
  },
  attack: {
    row: '@variant@',
    forged: '{"product_id":"@robe@","option_values":["XXL"],"price":0.01}',
    change: '{"price":0.01,"inventory_quantity":999999}',
    unique: 'product_id,option_values',
    seed: () => `
      insert into products (slug, name, price, options)
      values ('robe-in-sizes', 'Robe in sizes', 5, '[{"name":"Size","values":["S","M","XXL"]}]');
      insert into product_variants (product_id, option_values, inventory_quantity)
      values (${robe}, '{S}', 9), (${robe}, '{M}', 0)`,
    facts: {
      robe: () => "select id from products where slug = 'robe-in-sizes'",
      variant: () => `select id from product_variants where product_id = ${robe} and option_values = '{S}'`,
    },
  },
  rejectedWrites: [
    {
      by: 'staff',
      statement:
        "insert into product_variants (product_id, option_values, price) select id, '{S}', -1 from products limit 1",
      code: '23514',
    },
    {
      by: 'staff',
      statement:
        'insert into product_variants (product_id, option_values) select id, null from products limit 1',
      code: '23502',
    },
  ],
  invariants: {
    'stock of a variant that is not the sum of its movements': `
    select variant.id from product_variants as variant left join inventory_movements as movement on movement.variant_id = variant.id
    group by variant.id having coalesce(sum(movement.quantity), 0) <> variant.inventory_quantity`,
    'a product with options whose stock or price is not that of its variants': `
    select product.id from products as product
    cross join lateral (
      select coalesce(sum(inventory_quantity), 0) as stock, min(price) as lowest, max(price) as highest
      from product_variants where product_id = product.id and is_active
    ) as active
    where product.options <> '[]' and (product.inventory_quantity <> active.stock
      or active.lowest is not null and (product.price, product.highest_price) is distinct from (active.lowest, active.highest))`,
    'a variant that does not fit the options of its product': `
    select variant.id from product_variants as variant join products as product on product.id = variant.product_id
    where cardinality(variant.option_values) <> jsonb_array_length(product.options)`,
    'an alert that does not follow the stock of a variant': `
    select variant.id from product_variants as variant
    where (track_inventory and inventory_quantity <= low_stock_threshold)
      <> exists (select from inventory_alerts where variant_id = variant.id and is_active)`,
  },
  growth: (facts) => [
    {
      name: 'the variants of a product',
      asker: facts.guest,
      values: [facts.sized.id],
      text: 'select id, option_values, price, inventory_quantity, is_active from product_variants where product_id = $1',
    },
    {
      name: 'office: the variants of a product',
      asker: facts.staff,
      values: [facts.sized.id],
      text: 'select * from product_variants where product_id = $1 order by option_values',
    },
  ],
}
