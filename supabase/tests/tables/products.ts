import { officeProductQuestions, shopProductQuestions } from './product-questions'
import { catalogue } from '../declaration/expected-access'
import { byState, switchedOff, stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns =
  'slug name description short_description price compare_at_price images image_alts features materials care brand collection sku ' +
  'inventory_quantity low_stock_threshold track_inventory is_active is_featured category_id ' +
  'options dimensions weight_grams box_contents good_for size_guide barcode seo_title seo_description publish_at ' +
  'unpublish_at'

export const products: TableDeclaration = {
  policies: {
    forAnyone: ['Anyone sees active products, staff every one'],
    forSignedIn: ['Staff add products', 'Staff change products', 'Staff delete products'],
  },
  // The price to strike through and the version are the database's own to decide.
  columns: {
    anon: { select: `${stamps} ${columns} was_price was_price_until highest_price version archived_at` },
    signedIn: { insert: columns, update: columns },
  },
  reach: catalogue,
  needs: { write: 'catalogue' },
  rows: {
    ...byState,
    change: "care = 'x'",
    insert: { row: () => "insert into products (slug, name, price) values ('new', 'New', 1)" },
  },
  fixtures: {
    beforeOrders: switchedOff(
      'products',
      'slug, name, price, inventory_quantity',
      "'switched-off', 'Switched off', 5, 9",
    ),
  },
  attack: {
    row: '@product@',
    forged: '{"slug":"forged","name":"<script>","price":0}',
    change: '{"price":0.01,"inventory_quantity":999999}',
    unique: 'slug',
  },
  rejectedWrites: [
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
    { by: 'staff', statement: `update products set size_guide = '{"columns":["Size"]}'`, code: '23514' },
  ],
  invariants: {
    'a product that the list of the back office shows otherwise': `
    select products.id from products full join private.product_list as listed on listed.product_id = products.id
    where (listed.name, listed.price, listed.stock, listed.category_id, listed.is_active, listed.is_archived, listed.is_featured,
        listed.has_picture, listed.created_at, listed.updated_at, listed.terms, listed.is_scheduled)
      is distinct from (private.plain_text(products.name), products.price, products.inventory_quantity,
        coalesce(products.category_id, private.no_category()), products.is_active, products.archived_at is not null,
        products.is_featured, products.images <> '{}', products.created_at, products.updated_at, private.office_terms(products),
        products.publish_at is not null)`,
    'a former address that is in use, or leads nowhere': `
    select old_slug from private.slug_redirects where kind = 'product'
      and (exists (select from products where slug = old_slug) or not exists (select from products where id = target_id))
    union all
    select old_slug from private.slug_redirects where kind = 'category'
      and (exists (select from categories where slug = old_slug) or not exists (select from categories where id = target_id))`,
  },
  growth: (facts) => [...shopProductQuestions(facts), ...officeProductQuestions(facts)],
}
