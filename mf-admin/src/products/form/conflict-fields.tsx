import type { ReactNode } from 'react'
import type { ConflictField } from '../../kit/conflict-view'
import { Thumbnail } from '../../pictures/thumbnail'
import type { ProductValues } from './product-values'

/** A field whose value is shown by a function of its own. */
function shown<Name extends keyof ProductValues>(
  name: Name,
  label: string,
  show: (value: ProductValues[Name]) => ReactNode,
): ConflictField<ProductValues> {
  return { name, label, show: (value) => show(value as ProductValues[Name]) }
}

/** The fields of a product in the order of its form, as two versions of it are compared. The stock is no conflict: its difference is kept. */
export const conflictFields: ConflictField<ProductValues>[] = [
  { name: 'name', label: 'Product Name' },
  { name: 'slug', label: 'Slug' },
  { name: 'category_id', label: 'Category' },
  { name: 'description', label: 'Description' },
  { name: 'short_description', label: 'Short description' },
  { name: 'price', label: 'Price (GBP)' },
  { name: 'compare_at_price', label: 'Compare Price (GBP)' },
  { name: 'stock_change', label: 'Stock Quantity' },
  shown('images', 'Product Image', (pictures) => (
    <span style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
      {pictures.map((picture) => (
        <span key={picture.key} style={{ width: 48 }}>
          <Thumbnail picture={picture} alt={picture.alt} />
        </span>
      ))}
    </span>
  )),
  { name: 'is_featured', label: 'Featured Product' },
  { name: 'is_active', label: 'Active' },
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
    options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '),
  ),
  shown('variants', 'Variants', (variants) =>
    variants
      .map(({ option_values, price, sku, is_active }) =>
        [option_values.join(' / '), `£${price}`, sku, is_active ? '' : 'off'].filter(Boolean).join(', '),
      )
      .join('; '),
  ),
]
