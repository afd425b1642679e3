export type Row = Record<string, unknown>

// Parameters that are not filters: https://docs.postgrest.org/en/stable/references/api/tables_views.html
const reserved = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'or', 'and'])

const valueAt = (row: Row, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' ? Object(value)[key] : undefined), row)

const compare = (one: unknown, other: string): number =>
  typeof one === 'number' ? one - Number(other) : String(one).localeCompare(other)

const like = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    'is',
  )

function passes(value: unknown, filter: string): boolean {
  const [, negated, operator, operand = ''] = /^(not\.)?([a-z]+)\.(.*)$/s.exec(filter) ?? []
  const result = (() => {
    switch (operator) {
      case 'eq':
        return String(value) === operand
      case 'neq':
        return String(value) !== operand
      case 'is':
        return String(value ?? null) === operand
      case 'gt':
        return compare(value, operand) > 0
      case 'gte':
        return compare(value, operand) >= 0
      case 'lt':
        return compare(value, operand) < 0
      case 'lte':
        return compare(value, operand) <= 0
      case 'ilike':
        return like(operand).test(String(value))
      case 'in':
        return operand
          .slice(1, -1)
          .split(',')
          .map((text) => text.replace(/^"(.*)"$/, '$1'))
          .includes(String(value))
      default:
        throw new Error(`The fake Supabase has no filter "${filter}".`)
    }
  })()
  return result !== Boolean(negated)
}

/** A row with the rows of an embedded list that a filter such as `product_variants.is_active=eq.true` selects. */
function filterEmbedded(row: Row, name: string, filter: string): Row {
  const [table = '', ...path] = name.split('.')
  const embedded = row[table]
  return Array.isArray(embedded)
    ? { ...row, [table]: embedded.filter((each: Row) => passes(valueAt(each, path.join('.')), filter)) }
    : row
}

/** The rows that a request's filters select; `select`, `or` and the order of embedded tables are ignored. */
export function filterRows(rows: Row[], params: URLSearchParams): Row[] {
  const filters = [...params].filter(
    ([name]) => !reserved.has(name) && !/\.(select|order|limit|offset)$/.test(name),
  )
  const isOfList = (row: Row, name: string) => Array.isArray(row[name.split('.', 1)[0] ?? ''])
  return rows
    .filter((row) =>
      filters.every(([name, filter]) => isOfList(row, name) || passes(valueAt(row, name), filter)),
    )
    .map((row) => filters.reduce((kept, [name, filter]) => filterEmbedded(kept, name, filter), row))
}

/** The rows sorted and paged by a request's `order`, `offset` and `limit`. */
export function pageOf(rows: Row[], params: URLSearchParams): Row[] {
  const terms = (params.get('order') ?? '').split(',').filter(Boolean)
  const sorted = [...rows].sort((one, other) => {
    for (const term of terms) {
      const [column = '', direction] = term.split('.')
      const order = compare(one[column], String(other[column]))
      if (order) return direction === 'desc' ? -order : order
    }
    return 0
  })
  const start = Number(params.get('offset') ?? 0)
  return sorted.slice(start, start + Number(params.get('limit') ?? sorted.length))
}
