import { cleanCode, cleanText } from '@shop/settings'
import { fromLondonInput, londonInput } from '../../../kit/london-time'
import type { Json } from '@shop/supabase'

type Kind = 'text' | 'switch' | 'list' | 'options' | 'moment'

/** The columns of a product file in their order, a row for each product or variant (`private.file_columns`). */
const fileColumns = {
  slug: 'text',
  name: 'text',
  options: 'options',
  sku: 'text',
  barcode: 'text',
  price: 'text',
  compare_at_price: 'text',
  stock: 'text',
  low_stock_threshold: 'text',
  track_inventory: 'switch',
  category: 'text',
  brand: 'text',
  collection: 'text',
  short_description: 'text',
  description: 'text',
  features: 'list',
  materials: 'text',
  care: 'text',
  dimensions: 'text',
  weight_grams: 'text',
  box_contents: 'list',
  good_for: 'text',
  images: 'list',
  image_alts: 'list',
  variant_image: 'text',
  variant_active: 'switch',
  is_active: 'switch',
  is_featured: 'switch',
  publish_at: 'moment',
  unpublish_at: 'moment',
  seo_title: 'text',
  seo_description: 'text',
} as const satisfies Record<string, Kind>

export type FileColumn = keyof typeof fileColumns

/** The names of the columns in their order. */
export const columnNames = Object.keys(fileColumns) as FileColumn[]

/** Whether a column holds codes: no numbers, though they may have nothing but digits. */
export const isCode = (column: FileColumn): boolean => column === 'sku' || column === 'barcode'

/** Which column of ours a heading of a file means; undefined if none. "Short description" means short_description. */
export function columnFor(heading: string): FileColumn | undefined {
  const plain = cleanCode(heading)
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
  return columnNames.find((name) => name === plain)
}

/** Whether a column holds moments: London time in a file, such as "2026-12-01 09:00". */
export const isMoment = (column: string): boolean => column === 'publish_at' || column === 'unpublish_at'

const words: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  '1': true,
  on: true,
  no: false,
  false: false,
  '0': false,
  off: false,
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\\': '\\\\', ':': '\\:' }
const escapedLine = (text: string) => text.replace(/[\n\r\\]/g, (found) => escapes[found] ?? found)
const escapedName = (text: string) => text.replace(/[\n\r\\:]/g, (found) => escapes[found] ?? found)
const unescaped = (text: string) =>
  text.replace(/\\([nr\\:])/g, (_, mark: string) => (mark === 'n' ? '\n' : mark === 'r' ? '\r' : mark))

// A name ends at the first colon that is not escaped.
const optionLine = /^((?:\\.|[^\\:])*):(.*)$/

/**
 * A value from the database as the text of a cell: lists have a line for each entry, options "Size: M". A line break within
 * an entry is written as a backslash and an n.
 */
export function cellText(column: FileColumn, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (isMoment(column) && typeof value === 'string') return londonInput(new Date(value)).replace('T', ' ')
  if (!Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  const entries: unknown[] = value
  return entries
    .map((entry) =>
      fileColumns[column] === 'options' && isRecord(entry)
        ? `${escapedName(String(entry.name))}: ${escapedLine(String(entry.value))}`
        : escapedLine(String(entry)),
    )
    .join('\n')
}

/** London time, as ISO or as British spreadsheets write it, as the moment; other texts as they are. */
function momentOf(text: string): Json {
  const [, day = '', month = '', year, clock = ''] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}:\d\d)(?::\d\d)?$/.exec(text) ?? []
  const two = (digits: string, length = 2) => digits.padStart(length, '0')
  const iso =
    year === undefined ? text.replace(' ', 'T') : `${year}-${two(month)}-${two(day)}T${two(clock, 5)}`
  const isRead = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(iso) && !Number.isNaN(Date.parse(`${iso}Z`))
  return isRead ? fromLondonInput(iso).toISOString() : text
}

/** The text of a cell as the database takes it. What cannot be read is sent as it is, so that the database says what is wrong. */
export function cellValue(column: FileColumn, text: string): Json {
  switch (fileColumns[column]) {
    case 'text':
      return text
    case 'moment':
      return momentOf(cleanText(text))
    case 'switch':
      return words[cleanText(text).toLowerCase()] ?? (cleanText(text) === '' ? null : text)
    case 'list':
      return text === '' ? [] : text.split(/\r?\n/).map(unescaped)
    case 'options': {
      const lines = text.split(/\r?\n/).filter((line) => cleanText(line) !== '')
      return lines.map((line) => {
        const [, name = '', value = line] = optionLine.exec(line) ?? []
        return { name: unescaped(cleanText(name)), value: unescaped(cleanText(value)) }
      })
    }
  }
}
