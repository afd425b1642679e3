import { cleanText } from '@shop/settings'
import { guardCell, unguardCell } from './safe-cells'

/** The text of a cell before the spreadsheet changed it, or the problem, as a sentence that follows the column's name. */
export type CellText = { text: string; problem?: undefined } | { text?: undefined; problem: string }

// A spreadsheet shows these instead of a value: #N/A, #NAME?, #####, Err:502.
const failed = /^(?:#(?:N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|ERROR!|#+)|Err:\d{3})$/i
const scientific = /^[+-]?\d(?:[.,]\d+)?E[+-]\d+$/i
// Spreadsheets keep 15 digits of a number and write zeros for the rest.
const rounded = /^\d{15}0+$/
const decimal = /^\d{6,}\.0+$/
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const dated = new RegExp(`^(?:\\d{1,2}-(?:${months})|(?:${months})-\\d{2})$`)

/** The problem of a code such as a SKU that a spreadsheet has changed into a number or date. */
function codeProblem(text: string): string | undefined {
  const how = `Format the column as text and enter it again, or write ="${text}" if this is right.`
  if (scientific.test(text))
    return `A spreadsheet made the number ${text} of it, and its digits are lost. ${how}`
  if (rounded.test(text)) return `A spreadsheet seems to have rounded it to ${text}. ${how}`
  if (decimal.test(text)) return `A spreadsheet made the decimal number ${text} of it. ${how}`
  if (dated.test(text)) return `A spreadsheet made the date ${text} of it. ${how}`
  return undefined
}

/**
 * Undoes the changes that a spreadsheet made to a cell and that lost nothing: ="00123", and the apostrophe before a formula
 * or a code of digits. A change that lost something, such as 1.2E+11, is a problem.
 *
 * @param isCode whether the cell holds a code, which is not a number even when it has digits alone
 */
export function spreadsheetCell(cell: string, isCode: boolean): CellText {
  const trimmed = cleanText(cell)
  const [, literal] = /^="((?:[^"]|"")*)"$/.exec(trimmed) ?? []
  if (literal !== undefined) return { text: literal.replaceAll('""', '"') }
  if (failed.test(trimmed)) return { problem: `The spreadsheet has the error ${trimmed} here.` }
  if (isCode && trimmed.startsWith('='))
    return { problem: `This is a formula: ${trimmed}. Its value is needed.` }
  if (!isCode) return { text: unguardCell(cell) }
  const text = unguardCell(cell).replace(/^'(?=\d)/, '')
  const problem = codeProblem(cleanText(text))
  return problem === undefined ? { text } : { problem }
}

/** A text as a cell that no spreadsheet takes for a formula, and that `spreadsheetCell` reads as it was. */
export function cellOf(text: string, isCode = false): string {
  const cell = guardCell(text)
  return spreadsheetCell(cell, isCode).text === text ? cell : `="${text.replaceAll('"', '""')}"`
}
