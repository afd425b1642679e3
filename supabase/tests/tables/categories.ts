import { card, newest } from './product-questions'
import { catalogue } from '../declaration/expected-access'
import { byState, switchedOff, stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns = 'name slug description image_url image_alt is_active seo_title seo_description'

export const categories: TableDeclaration = {
  policies: {
    forAnyone: ['Anyone sees active categories, staff every one'],
    forSignedIn: ['Staff add categories', 'Staff change categories', 'Staff delete categories'],
  },
  columns: {
    anon: { select: `${stamps} version position ${columns}` },
    signedIn: { insert: columns, update: columns },
  },
  reach: catalogue,
  needs: { write: 'catalogue' },
  rows: {
    ...byState,
    change: "image_alt = 'x'",
    insert: { row: () => "insert into categories (slug, name) values ('new', 'New')" },
    before: { delete: 'delete from products' },
  },
  fixtures: { beforeOrders: switchedOff('categories', 'slug, name', "'switched-off', 'Switched off'") },
  attack: {
    row: '@category@',
    forged: '{"name":"<script>","slug":"forged"}',
    change: '{"name":"<script>alert(1)</script>"}',
    unique: 'slug',
    facts: { category: () => 'select id from categories limit 1' },
  },
  growth: (facts) => [
    {
      name: 'a small category with its products, first page',
      asker: facts.guest,
      values: ['curios'],
      text: `select categories.id, slug, listed.products from categories
        left join lateral (
          select json_agg(product) as products
          from (select ${card} from products where products.category_id = categories.id and is_active ${newest}) as product
        ) as listed on true
        where slug = $1 and is_active`,
    },
    {
      name: 'categories',
      asker: facts.guest,
      values: [],
      text: 'select id, name, slug, description, image_url, image_alt from categories where is_active order by position, name, id limit 60',
    },
  ],
}
