import { BackendError } from '@shop/supabase'
import type { FieldPath } from 'react-hook-form'
import * as v from 'valibot'
import type { ProductValues } from './product-schema'

const variantField =
  /^variants\.(\d+)\.(sku|barcode|price|compare_at_price|stock_change|low_stock_threshold)$/

/** The field of a variant that the database rejected: 'variants.2.sku'. */
export function rejectedVariantField(error: unknown): FieldPath<ProductValues> | undefined {
  const hint = error instanceof BackendError ? (error.hint ?? '') : ''
  return variantField.test(hint) ? (hint as FieldPath<ProductValues>) : undefined
}

/** What was in stock when more was to be removed, and the variant it is about; undefined for the product itself. */
export function stockLeft(error: unknown): { stock: number; variant: number | undefined } | undefined {
  if (!(error instanceof BackendError) || !/^\d+$/.test(error.details ?? '')) return undefined
  const [, place, field] = variantField.exec(error.hint ?? '') ?? []
  if (error.hint !== 'stock_change' && field !== 'stock_change') return undefined
  return { stock: Number(error.details), variant: place === undefined ? undefined : Number(place) }
}

const recordSchema = v.pipe(v.string(), v.parseJson(), v.object({ inventory_quantity: v.number() }))

/** The stock in the current record that a rejection for a stale version carries. */
export function stockOf(error: unknown): number | undefined {
  const record = v.safeParse(recordSchema, error instanceof BackendError ? error.details : null)
  return record.success ? record.output.inventory_quantity : undefined
}
