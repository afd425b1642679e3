import Papa from 'papaparse'

/** A line of a file of sent parcels, as the database takes it. */
export interface SentRow {
  /** Its number in the file, from 1. */
  line: number
  order_number: string
  carrier: string
  tracking_number: string
  /** ISO date, or as it stands in the file if it is no date. */
  estimated_delivery: string
}

type Column = Exclude<keyof SentRow, 'line'>

// What carriers' programs call their columns, in lower case with single spaces.
const names: Readonly<Record<Column, readonly string[]>> = {
  order_number: ['order number', 'order', 'order no', 'reference', 'order reference', 'customer reference'],
  carrier: ['carrier', 'courier', 'service provider', 'shipping carrier'],
  tracking_number: ['tracking number', 'tracking', 'tracking no', 'consignment number', 'barcode'],
  estimated_delivery: ['estimated delivery', 'delivery date', 'expected delivery'],
}

const columns: readonly Column[] = ['order_number', 'carrier', 'tracking_number', 'estimated_delivery']

/** The largest file that is read, in bytes: some 20,000 lines. */
const maxFileBytes = 2 * 1024 * 1024

const plain = (heading: string) =>
  heading
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim()

/** A British date, 24/12/2026, as an ISO date; other texts as they are. */
function isoDay(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? []
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

/**
 * Reads a CSV file of sent parcels, with the columns order number, carrier, tracking number and estimated delivery in any order.
 * @param carrier for files without a column of carriers
 * @throws Error with a message for staff
 */
export async function readSentFile(file: File, carrier: string): Promise<SentRow[]> {
  if (file.size > maxFileBytes) throw new Error('This file is larger than 2 MB. Split it and send the parts.')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    throw new Error('This file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.')
  }
  const { data } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] })
  const headings = (data[0] ?? []).map(plain)
  const places = columns.map((column) => headings.findIndex((heading) => names[column].includes(heading)))
  if (places[0] === -1)
    throw new Error('This file has no column “Order number”. Its first line must name the columns.')
  const rows = data.slice(1).map((cells, index): SentRow => {
    const [order_number = '', itsCarrier = '', tracking_number = '', day = ''] = places.map((place) =>
      (cells[place] ?? '').trim(),
    )
    return {
      line: index + 2,
      order_number,
      carrier: itsCarrier || carrier,
      tracking_number,
      estimated_delivery: isoDay(day),
    }
  })
  const filled = rows.filter(
    ({ order_number: number, tracking_number: tracking }) => number !== '' || tracking !== '',
  )
  if (filled.length === 0) throw new Error('This file has no rows below its first line.')
  return filled
}
