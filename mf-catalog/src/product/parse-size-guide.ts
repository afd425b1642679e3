/** A table of sizes: the first cell of each row names it. */
export interface SizeGuideTable {
  columns: string[]
  rows: string[][]
  note: string
}

/** Whether a value is text of at most `max` characters, of which at least `min` are not spaces around it. */
function isText(value: unknown, min: number, max: number): value is string {
  if (typeof value !== 'string') return false
  return [...value.replace(/^ +| +$/g, '')].length >= min && [...value].length <= max
}

const isList = <T>(
  value: unknown,
  max: number,
  isItem: (item: unknown, index: number) => item is T,
): value is T[] => Array.isArray(value) && value.length >= 1 && value.length <= max && value.every(isItem)

const isHeading = (value: unknown): value is string => isText(value, 1, 60)
const isCell = (value: unknown, index: number): value is string => isText(value, index === 0 ? 1 : 0, 60)

/** Parses `products.size_guide`; null for anything but a table. The rule of `private.is_size_guide` in the database. */
export function parseSizeGuide(json: unknown): SizeGuideTable | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const fields: Record<string, unknown> = { ...json }
  const { columns, rows, note = '', ...rest } = fields
  if (!isList(columns, 12, isHeading) || !isText(note, 0, 500) || Object.keys(rest).length > 0) return null
  const isRow = (row: unknown): row is string[] => isList(row, 12, isCell) && row.length === columns.length
  return isList(rows, 50, isRow) ? { columns, rows, note } : null
}
