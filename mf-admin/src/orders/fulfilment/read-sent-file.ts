import { cleanCode, cleanText } from '@shop/settings'
import { openCsv } from '../../kit/csv/csv-lines'
import type { Encoding } from '../../kit/csv/csv-text'
import { FileError } from '../../kit/csv/file-error'
import { spreadsheetCell } from '../../kit/csv/spreadsheet-cell'

/** A line of a file of sent parcels, as the database takes it. */
interface SentParcel {
  /** Its number in the file, from 1. */
  line: number
  order_number: string
  carrier: string
  tracking_number: string
  /** ISO date, or as it stands in the file if it is no date. */
  estimated_delivery: string
}

/** A line of a file, and what is wrong with its cells already. */
export interface SentRow {
  parcel: SentParcel
  problem?: string
}

type Column = Exclude<keyof SentParcel, 'line'>

// What carriers' programs call their columns, in lower case with single spaces; the first that a file has counts.
const names: Readonly<Record<Column, readonly string[]>> = {
  order_number: ['order number', 'order', 'order no', 'reference', 'order reference', 'customer reference'],
  carrier: ['carrier', 'courier', 'service provider', 'shipping carrier'],
  tracking_number: ['tracking number', 'tracking', 'tracking no', 'consignment number', 'barcode'],
  estimated_delivery: ['estimated delivery', 'delivery date', 'expected delivery'],
}

/** The largest file that is read, in bytes: some 20,000 lines. */
const maxFileBytes = 2 * 1024 * 1024

const codes: readonly Column[] = ['order_number', 'tracking_number']

const plain = (heading: string) =>
  cleanCode(heading)
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim()

/** Where the columns stand; -1: nowhere. @throws FileError */
function placesOf(headings: readonly string[]): Record<Column, number> {
  const given = headings.map(plain)
  const placeOf = (column: Column) => {
    const name = names[column].find((known) => given.includes(known)) ?? ''
    const place = given.indexOf(name)
    if (name !== '' && given.lastIndexOf(name) !== place)
      throw new FileError(
        `This file has two columns “${cleanText(headings[place] ?? '')}”. Remove one of them.`,
      )
    return name === '' ? -1 : place
  }
  return {
    order_number: placeOf('order_number'),
    carrier: placeOf('carrier'),
    tracking_number: placeOf('tracking_number'),
    estimated_delivery: placeOf('estimated_delivery'),
  }
}

const britishDay = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/

/** A British date, 24/12/2026, as an ISO date; other texts as they are, for the database to reject. */
function isoDay(text: string): string {
  const [, day, month, year] = britishDay.exec(text) ?? []
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

/** Whether one of some dates shows that the month stands first in all of them. */
const areMonthFirst = (days: readonly string[]) =>
  days.some((day) => Number(britishDay.exec(day)?.[2] ?? 0) > 12)

const labels: Readonly<Record<Column, string>> = {
  order_number: 'Order number',
  carrier: 'Carrier',
  tracking_number: 'Tracking number',
  estimated_delivery: 'Estimated delivery',
}

/**
 * Reads a CSV file of sent parcels, with the columns order number, carrier, tracking number and estimated delivery in any order.
 * @param carrier for files without a column of carriers
 * @throws FileError
 */
export async function readSentFile(
  file: File,
  carrier: string,
): Promise<{ rows: SentRow[]; encoding: Encoding }> {
  if (file.size > maxFileBytes)
    throw new FileError('This file is larger than 2 MB. Split it and send the parts.')
  const csv = await openCsv(file)
  const places = placesOf(csv.headings)
  if (places.order_number === -1)
    throw new FileError('This file has no column “Order number”. Its first line must name the columns.')
  const rows: SentRow[] = []
  for await (const lines of csv.lines()) {
    for (const { line, cells } of lines) {
      const problems: string[] = []
      const textOf = (column: Column) => {
        const { text, problem } = spreadsheetCell(cells[places[column]] ?? '', codes.includes(column))
        if (problem !== undefined) problems.push(`${labels[column]}: ${problem}`)
        return cleanText(text ?? '')
      }
      const parcel = {
        line,
        order_number: textOf('order_number'),
        carrier: textOf('carrier') || carrier,
        tracking_number: textOf('tracking_number'),
        estimated_delivery: textOf('estimated_delivery'),
      }
      const [problem] = problems
      if (parcel.order_number !== '' || parcel.tracking_number !== '' || problem !== undefined)
        rows.push({ parcel, problem })
    }
  }
  if (rows.length === 0) throw new FileError('This file has no rows below its first line.')
  const isMonthFirst = areMonthFirst(rows.map(({ parcel }) => parcel.estimated_delivery))
  return {
    encoding: csv.encoding,
    rows: rows.map(({ parcel, problem }) => ({
      parcel: { ...parcel, estimated_delivery: isoDay(parcel.estimated_delivery) },
      problem:
        problem ??
        (isMonthFirst && britishDay.test(parcel.estimated_delivery)
          ? `${labels.estimated_delivery}: the dates of this file have the month first. Write them like 2026-12-24.`
          : undefined),
    })),
  }
}
