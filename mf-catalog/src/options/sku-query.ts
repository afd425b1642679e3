import { variantQuery } from '@shop/pricing'
import type { ProductOption } from './product-options'

/**
 * The query, "?" included, that chooses on a product's page the variant whose SKU the term is, or else the only one whose
 * SKU begins with it; empty where there is none.
 */
export function skuQuery(
  term: string,
  options: readonly ProductOption[],
  variants: readonly { sku: string | null; option_values: string[] }[],
): string {
  const typed = term.toLowerCase()
  const skuOf = ({ sku }: { sku: string | null }) => sku?.toLowerCase() ?? ''
  const begun = variants.filter((variant) => skuOf(variant).startsWith(typed))
  const found =
    begun.find((variant) => skuOf(variant) === typed) ?? (begun.length === 1 ? begun[0] : undefined)
  return found
    ? `?${variantQuery(options.map(({ name }, index) => ({ name, value: found.option_values[index] ?? '' })))}`
    : ''
}
