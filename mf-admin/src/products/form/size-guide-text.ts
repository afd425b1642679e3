import type { SizeGuide } from './product-record'

const cellsOf = (line: string) => line.split(/\t|\|/).map((cell) => cell.trim())

/** A size guide as lines of cells, for a text field. */
export function sizeGuideText(guide: SizeGuide | null): string {
  return guide ? [guide.columns, ...guide.rows].map((cells) => cells.join(' | ')).join('\n') : ''
}

/**
 * The size guide that lines of cells describe: the first line has the columns.
 *
 * @returns null for a blank text, undefined if a row has another number of cells than there are columns
 */
export function parseSizeGuide(text: string, note: string): SizeGuide | null | undefined {
  const [columns, ...rows] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(cellsOf)
  if (!columns) return null
  if (rows.length === 0 || rows.some((cells) => cells.length !== columns.length)) return undefined
  return { columns, rows, ...(note.trim() && { note: note.trim() }) }
}
