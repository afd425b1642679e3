import type { ReactNode } from 'react'
import type { ConflictField } from '../../../kit/conflict-view'
import { londonText } from '../../../kit/london-time'
import { Thumbnail } from '../../pictures/thumbnail'
import { mergeVariants } from './merge-variants'
import type { ProductValues, VariantValues } from './product-schema'

/** A field whose value is shown by a function of its own. */
function shown<Name extends keyof ProductValues>(
  name: Name,
  label: string,
  show: (value: ProductValues[Name]) => ReactNode,
): ConflictField<ProductValues> {
  return { name, label, show: (value) => show(value as ProductValues[Name]) }
}

/** Each variant in a line. */
const describeVariants = (variants: ProductValues['variants']): string =>
  variants
    .map(({ option_values, price, sku, stock_change, is_active }) =>
      [
        option_values.join(' / '),
        `£${price}`,
        sku,
        Number(stock_change) !== 0 && `stock ${Number(stock_change) > 0 ? '+' : ''}${stock_change}`,
        !is_active && 'off',
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join('\n')

/**
 * The fields of a product in the order of its form, as two versions of it are compared. The stock is not a conflict: its
 * difference is kept.
 *
 * @param categoryName the name of a category by its id
 */
export const conflictFields = (categoryName: (id: string) => string): ConflictField<ProductValues>[] => [
  { name: 'name', label: 'Product Name' },
  { name: 'slug', label: 'Slug' },
  shown('category_id', 'Category', categoryName),
  { name: 'description', label: 'Description' },
  { name: 'short_description', label: 'Short description' },
  { name: 'price', label: 'Price (GBP)' },
  { name: 'compare_at_price', label: 'Compare Price (GBP)' },
  { name: 'stock_change', label: 'Stock Quantity' },
  shown('images', 'Product Image', (pictures) => (
    <span style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
      {pictures.map((picture, place) => (
        <span key={picture.key} style={{ width: 48 }}>
          <Thumbnail picture={picture} alt={picture.alt || `Image ${String(place + 1)}`} />
        </span>
      ))}
    </span>
  )),
  { name: 'is_featured', label: 'Featured Product' },
  { name: 'is_active', label: 'Active' },
  shown('publish_at', 'Goes live on', londonText),
  shown('unpublish_at', 'Goes offline on', londonText),
  { name: 'seo_title', label: 'SEO title' },
  { name: 'seo_description', label: 'SEO description' },
  { name: 'sku', label: 'SKU' },
  { name: 'barcode', label: 'Barcode' },
  { name: 'brand', label: 'Brand' },
  { name: 'collection', label: 'Collection' },
  { name: 'features', label: 'Features' },
  { name: 'materials', label: 'Materials' },
  { name: 'care', label: 'Care' },
  { name: 'dimensions', label: 'Dimensions' },
  { name: 'weight_grams', label: 'Weight' },
  { name: 'box_contents', label: 'In the box' },
  { name: 'good_for', label: 'Good for' },
  { name: 'size_guide', label: 'Size guide' },
  { name: 'size_guide_note', label: 'Note under the size guide' },
  { name: 'low_stock_threshold', label: 'Low stock at' },
  { name: 'track_inventory', label: 'Low stock alerts' },
  shown('options', 'Options', (options) =>
    options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('\n'),
  ),
  {
    ...shown('variants', 'Variants', describeVariants),
    merge: (before, mine, theirs) =>
      mergeVariants(before as VariantValues[], mine as VariantValues[], theirs as VariantValues[]),
  },
]
