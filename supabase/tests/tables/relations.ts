import { readByStaff } from '../declaration/expected-access'
import { plain } from '../declaration/row-kinds'
import type { TableDeclaration } from '../declaration/table'

/** SQL that adds a relation between the first row of a table and the one after it, or the one after that. */
const relate = (of: string, table: string, companion: number): string =>
  `insert into ${of}_relations (${of}_id, companion_id, place)
    select (select id from ${table} order by id limit 1), (select id from ${table} order by id offset ${String(companion)} limit 1), 1
    on conflict do nothing`

/** A list of what goes with what: staff read it, and write it by a function. */
const relations = (of: 'product' | 'category', table: string, policy: string): TableDeclaration => ({
  policies: { forSignedIn: [policy] },
  reach: readByStaff,
  rows: { ...plain, change: 'place = 2', insert: { row: () => relate(of, table, 2) } },
  fixtures: { beforeOrders: relate(of, table, 1) },
  attack: {
    row: `@${of}Relation@`,
    forged: `{"${of}_id":"@${of}@","companion_id":"@unused@","place":1}`,
    change: '{"place":9}',
    unique: `${of}_id,companion_id`,
    seed: () => relate(of, table, 1),
    facts: { [`${of}Relation`]: () => `select id from ${of}_relations limit 1` },
  },
})

export const productRelations = relations('product', 'products', 'Staff see what goes with products')
export const categoryRelations = relations('category', 'categories', 'Staff see what goes with categories')
