import type { Sql } from 'postgres'
import { as, type Visitor } from './visitor-fixtures'

/** The result of saving. */
export interface Saved {
  id: string
  slug: string
  version: number
}

/** The arguments of save_product; what is missing is left to its defaults. */
export interface Draft {
  id?: string | null
  version?: number | null
  fields?: Record<string, unknown>
  stockChange?: number
  note?: string
  variants?: Record<string, unknown>[] | null
}

/** Objects and lists of objects are JSON, lists of texts are ids. */
function parameter(value: unknown): { value: string | number | boolean | null; cast: string } {
  if (value === undefined || value === null) return { value: null, cast: '' }
  if (Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string')) {
    return { value: `{${value.join(',')}}`, cast: '::text::uuid[]' }
  }
  if (typeof value === 'object') return { value: JSON.stringify(value), cast: '::text::jsonb' }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { value, cast: '' }
  }
  throw new TypeError('not a parameter')
}

/** Calls a function of the API that answers JSON, as a visitor. @param args by name */
export function callAs<T>(
  sql: Sql,
  visitor: Visitor,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<T> {
  const given = Object.entries(args).map(([key, value]) => ({ key, ...parameter(value) }))
  const list = given.map(({ key, cast }, place) => `${key} => $${String(place + 1)}${cast}`).join(', ')
  return as(sql, visitor, async (tx) => {
    const [row] = await tx.unsafe<{ response: T }[]>(
      `select ${name}(${list}) as response`,
      given.map(({ value }) => value),
    )
    if (!row) throw new Error('no answer')
    return row.response
  })
}

export const saveProduct = (sql: Sql, visitor: Visitor, draft: Draft): Promise<Saved> =>
  callAs(sql, visitor, 'save_product', {
    p_id: draft.id ?? null,
    p_version: draft.version ?? null,
    p_fields: draft.fields ?? {},
    p_stock_change: draft.stockChange ?? 0,
    p_note: draft.note ?? '',
    p_variants: draft.variants ?? null,
  })

/** A product's row. */
export async function productRow(sql: Sql, id: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(products) as row from products where id = ${id}`
  return row?.row
}
