import { row, useAppMutation, type Backend, type Json } from '@shop/supabase'
import type { StoredPicture } from '../../pictures/form-picture'
import { slugToSend } from '../../../kit/slug-field'
import { useRefresh } from '../../../frame/staff/use-refresh'
import type { ProductOutput } from './product-schema'
import { parseSizeGuide } from './size-guide-text'

interface Saved {
  /** Undefined for a new product. */
  id?: string
  /** The version that was read. */
  version?: number
  values: ProductOutput
  pictures: readonly StoredPicture[]
  /** The slug of the record; null for a new one. */
  slug: string | null
  /** The stock of the record's variants, which goes with the last option; 0 without options. */
  variantStock?: number
  /** The stock of the record without options, whose place the first variants take; 0 with options. */
  plainStock?: number
}

type Variant = ProductOutput['variants'][number]

/** A variant as the database takes it. @param pictures by the key that the form knew them by */
function variantJson({ id, stock: _, has_orders: __, image, ...rest }: Variant, pictures: Saved['pictures']) {
  const picture = pictures.find(({ key }) => key === image)
  return { ...rest, image: picture ? picture.address : image, ...(id && { id }) }
}

/** The arguments of `save_product`. */
export function productPayload({ id, version, values, pictures, slug, ...stock }: Saved) {
  const { stock_change, note, images: _, variants, size_guide, size_guide_note, ...fields } = values
  const hasOptions = values.options.length > 0
  const { variantStock = 0, plainStock = 0 } = stock
  const columns: Record<string, Json> = {
    ...fields,
    // The database keeps a product with options at the lowest price of its active variants.
    price: fields.price ?? Math.min(...variants.map(({ price }) => price)),
    publish_at: fields.is_active ? null : fields.publish_at,
    compare_at_price: hasOptions ? null : fields.compare_at_price,
    slug: slugToSend(values.slug, values.name, slug),
    images: pictures.map(({ address }) => address),
    image_alts: pictures.map(({ alt }) => alt),
    size_guide: parseSizeGuide(size_guide, size_guide_note),
  }
  return {
    p_id: id,
    p_version: version,
    p_fields: columns,
    p_stock_change: hasOptions ? 0 - plainStock : Number(stock_change) + variantStock,
    p_note: note ?? '',
    ...(hasOptions && { p_variants: variants.map((variant) => variantJson(variant, pictures)) }),
  }
}

/**
 * Saves a product in one transaction, its stock as a difference.
 *
 * @throws BackendError with hint 'stale_version' if somebody else changed it, or with the name of the rejected field
 */
async function saveProduct(db: Backend, saved: Saved): Promise<void> {
  await row(db.rpc('save_product', productPayload(saved)))
}

/** Adds or changes a product; what shows it is read again. */
export function useSaveProduct() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: saveProduct,
    onSettled: () => refresh('catalogue', 'stock'),
  })
}
