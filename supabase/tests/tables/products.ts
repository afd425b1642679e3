import { officeProductQuestions, shopProductQuestions } from './product-questions'
import { catalogue } from '../declaration/reaches'
import { byState, switchedOff, stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns =
  'slug name description short_description price compare_at_price images image_alts features materials care brand collection sku ' +
  'inventory_quantity low_stock_threshold track_inventory is_active is_featured category_id ' +
  'options dimensions weight_grams box_contents good_for size_guide barcode'

export const products: TableDeclaration = {
  policies: {
    forAnyone: ['Anyone sees active products, staff every one'],
    forSignedIn: ['Staff add products', 'Staff change products', 'Staff delete products'],
  },
  // The price to strike through is the database's own to decide.
  columns: {
    anon: { select: `${stamps} ${columns} was_price was_price_until highest_price` },
    signedIn: { insert: columns, update: columns },
  },
  reach: catalogue,
  needs: { write: 'catalogue' },
  rows: {
    ...byState,
    change: "care = 'x'",
    insert: { row: () => "insert into products (slug, name, price) values ('new', 'New', 1)" },
  },
  world: {
    beforeOrders: switchedOff(
      'products',
      'slug, name, price, inventory_quantity',
      "'switched-off', 'Switched off', 5, 9",
    ),
  },
  hostile: {
    row: '@product@',
    forged: '{"slug":"hostile","name":"<script>","price":0}',
    change: '{"price":0.01,"inventory_quantity":999999}',
    unique: 'slug',
  },
  refusedWrites: [
    {
      by: 'staff',
      statement: "insert into products (slug, name, price) select slug, 'Secret', 1 from products limit 1",
      code: '23505',
    },
    {
      by: 'staff',
      statement: "insert into products (slug, name, price) values ('secret-thing', null, 1)",
      code: '23502',
    },
    { by: 'staff', statement: 'update products set price = -1', code: '23514' },
    { by: 'staff', statement: `update products set options = '[{"name":"Size"}]'`, code: '23514' },
  ],
  growth: (facts) => [...shopProductQuestions(facts), ...officeProductQuestions(facts)],
}
