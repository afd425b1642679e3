import { counted, formatPence, toPence } from '@shop/pricing'
import { formatDate, formatDateTime } from '../../kit/dates'
import { inWords } from '../../kit/in-words'

/** One field of a change, in words; null is nothing. */
export interface FieldChange {
  label: string
  before: string | null
  after: string | null
}

type Values = Readonly<Record<string, unknown>>

/** What nobody would miss: ids, what the database derives, and what the title says. */
const hidden = new Set([
  'id',
  'created_at',
  'updated_at',
  'version',
  'highest_price',
  'is_read',
  'marked_refunded',
  'mail_id',
  'order_id',
  'product_id',
  'shipment_id',
  'customer_id',
  'user_id',
])

const labels: Readonly<Record<string, string>> = {
  merged: 'Merged into another customer',
  sku: 'SKU',
  is_active: 'Active',
  is_featured: 'Featured',
  base_price: 'Price',
  category_id: 'Category',
  inventory_quantity: 'Stock',
  low_stock_threshold: 'Low stock from',
  track_inventory: 'Tracks stock',
  compare_at_price: 'Compare-at price',
  was_price: 'Price before',
  was_price_until: 'Price before, shown until',
  image_alts: 'Texts of pictures',
  image_alt: 'Text of picture',
  image_url: 'Picture',
  images: 'Pictures',
  weight_grams: 'Weight',
  second_factor: 'Two-factor sign-in',
  starts_at: 'Starts',
  ends_at: 'Ends',
  archived_at: 'Archived',
  publish_at: 'Goes live on',
  unpublish_at: 'Goes offline on',
  seo_title: 'SEO title',
  seo_description: 'SEO description',
  paid_at: 'Paid',
  delivered_at: 'Delivered',
  occurred_at: 'Happened',
  sent_at: 'Sent',
  expires_at: 'Valid until',
  accepted_at: 'Accepted',
  withdrawn_at: 'Withdrawn',
  is_automatic: 'Automatic',
  applies_to: 'For',
  product_ids: 'Products',
  category_ids: 'Categories',
  buy_quantity: 'Buy',
  get_quantity: 'Get',
  uses_limit: 'Uses, at most',
  uses_per_customer: 'Uses per customer, at most',
  total: 'Total',
  tax_amount: 'VAT',
}

const pounds =
  /^(price|compare_at_price|was_price|base_price|subtotal|total|(tax|shipping|discount|gift_card|refunded|exchanged)_amount|refunded_to_gift_card)$/
const pence = /_pence$/
const moments = /(_at|_until|^estimated_delivery)$/
/** Words of the database, such as in_transit. */
const words = /^(status|payment_status|state|role|kind|type|action)$/
const people = /^(assignee|invited_by|category_id)$/
/** Settings whose number is an amount in pounds. */
const moneySettings = new Set(['shipping.fallback', 'shipping.freeFrom'])

const spaced = (text: string) => inWords(text.replace(pence, ''))

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** An entry of an object: an amount in pence reads in pounds. */
const entryText = (name: string, entry: unknown): string =>
  pence.test(name) && typeof entry === 'number' ? formatPence(entry) : plain(entry)

/** A value of any shape as lines of text. */
function plain(value: unknown): string {
  if (isNothing(value)) return 'nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) {
    const isShort = value.every((entry) => typeof entry !== 'object' && String(entry).length <= 40)
    return value.map(plain).join(isShort ? ', ' : '\n')
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, entry]) => !isNothing(entry))
      .map(([name, entry]) => `${spaced(name)}: ${entryText(name, entry)}`)
      .join('\n')
  }
  return String(value)
}

const amount = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? formatPence(toPence(value)) : plain(value)

function moment(value: unknown): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return plain(value)
  return /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? formatDate(new Date(`${value}T12:00:00Z`))
    : formatDateTime(new Date(value))
}

function valueText(column: string, value: unknown, isMoney: boolean, names: ReadonlyMap<string, string>) {
  if (isNothing(value)) return null
  if (isMoney || pounds.test(column)) return amount(value)
  if (pence.test(column) && typeof value === 'number') return formatPence(value)
  if (moments.test(column)) return moment(value)
  if (column === 'percent') return `${plain(value)}%`
  if (column === 'weight_grams') return `${plain(value)} g`
  if (typeof value === 'string' && words.test(column)) return spaced(value)
  if (column === 'product_ids' && Array.isArray(value)) return counted(value.length, 'product')
  if (column === 'category_ids' && Array.isArray(value))
    return value.map((id) => names.get(String(id)) ?? 'One that is gone').join(', ')
  if (typeof value === 'string' && people.test(column)) return names.get(value) ?? 'One that is gone'
  return plain(value)
}

/**
 * The fields of a change in words: money in pounds, moments in London, lists and objects as lines. What stayed nothing is left out.
 *
 * @param entry with the key of its row, which says what a setting is
 * @param names of people and categories, by id
 */
export function fieldChanges(
  entry: { subject: string; rowId: string; before: Values | null; after: Values | null },
  names: ReadonlyMap<string, string>,
): FieldChange[] {
  const { before, after } = entry
  // The state of a message is made of its status and of whether it was read.
  const isMessage = entry.subject === 'contact_messages'
  const isMoney = (column: string) =>
    entry.subject === 'shop_settings' && column === 'value' && moneySettings.has(entry.rowId)
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((column) => !hidden.has(column) && !(column === 'status' && isMessage))
    .map((column) => ({
      label: labels[column] ?? spaced(column),
      before: valueText(column, before?.[column], isMoney(column), names),
      after: valueText(column, after?.[column], isMoney(column), names),
    }))
    .filter(({ before: was, after: is }) => was !== null || is !== null)
}
