import { catalogue } from '../declaration/reaches'
import { byState, switchedOff, stamps } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

const columns = 'name slug description image_url image_alt is_active'

export const categories: TableDeclaration = {
  policies: {
    forAnyone: ['Anyone sees active categories, staff every one'],
    forSignedIn: ['Staff add categories', 'Staff change categories', 'Staff delete categories'],
  },
  columns: { anon: { select: `${stamps} ${columns}` }, signedIn: { insert: columns, update: columns } },
  reach: catalogue,
  rows: {
    ...byState,
    change: "image_alt = 'x'",
    insert: { row: () => "insert into categories (slug, name) values ('new', 'New')" },
    before: { delete: 'delete from products' },
  },
  world: { beforeOrders: switchedOff('categories', 'slug, name', "'switched-off', 'Switched off'") },
  hostile: {
    row: '@category@',
    forged: '{"name":"<script>","slug":"hostile"}',
    change: '{"name":"<script>alert(1)</script>"}',
    unique: 'slug',
    facts: { category: () => 'select id from categories limit 1' },
  },
}
