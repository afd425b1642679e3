import type { SizeGuide } from './product-record'

// As the database has it.
const most = { columns: 12, rows: 50, cell: 60 }

// A bar within a cell is written as \|.
const cellsOf = (line: string) => line.split(/\t|(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim())
const textOf = (cell: string) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(cellsOf)

/** A size guide as lines of cells, for a text field. */
export function sizeGuideText(guide: SizeGuide | null): string {
  if (!guide) return ''
  return [guide.columns, ...guide.rows].map((cells) => cells.map(textOf).join(' | ')).join('\n')
}

/** What is wrong with the lines of a size guide, in words for its field; null when nothing is. */
export function sizeGuideProblem(text: string): string | null {
  const [columns, ...rows] = linesOf(text)
  if (!columns) return null
  if (rows.length === 0) return 'Add a line for each size under the line with the columns.'
  const odd = rows.findIndex((cells) => cells.length !== columns.length)
  if (odd >= 0)
    return `Line ${String(odd + 2)} has ${String(rows[odd]?.length)} cells, the first line ${String(columns.length)}.`
  if (columns.some((cell) => cell === '')) return 'Each column needs a name.'
  if (rows.some(([size]) => size === '')) return 'Each line starts with its size.'
  if (columns.length > most.columns || rows.length > most.rows)
    return `At most ${String(most.columns)} columns and ${String(most.rows)} lines of sizes fit.`
  if ([columns, ...rows].flat().some((cell) => cell.length > most.cell))
    return `Use at most ${String(most.cell)} characters in a cell.`
  return null
}

/**
 * The size guide that lines of cells describe: the first line has the columns.
 *
 * @param text without a problem
 * @returns null for a blank text
 */
export function parseSizeGuide(text: string, note: string): SizeGuide | null {
  const [columns, ...rows] = linesOf(text)
  return columns ? { columns, rows, note: note.trim() } : null
}
