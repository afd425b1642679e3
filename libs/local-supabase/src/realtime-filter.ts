/**
 * A `postgres_changes` filter as hosted Supabase takes it: `column=op.value`, op one of eq, neq, lt, lte, gt, gte, in.
 * A filter that cannot be read matches nothing.
 */
export function matchesFilter(filter: string | undefined, row: Record<string, unknown>): boolean {
  if (!filter) return true
  const [, column = '', operator = '', expected = ''] =
    /^([^=]+)=(eq|neq|lt|lte|gt|gte|in)\.(.*)$/s.exec(filter) ?? []
  const value = row[column]
  if (value === undefined || value === null) return false
  if (operator === 'in')
    return expected
      .replace(/^\(|\)$/g, '')
      .split(',')
      .some((one) => one.replace(/^"|"$/g, '') === String(value))
  const order =
    typeof value === 'number'
      ? value - Number(expected)
      : String(value) === expected
        ? 0
        : String(value) < expected
          ? -1
          : 1
  switch (operator) {
    case 'eq':
      return order === 0
    case 'neq':
      return order !== 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    default:
      return false
  }
}
