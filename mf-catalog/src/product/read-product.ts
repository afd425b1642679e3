import { toPence, type Pence } from '@shop/pricing'
import { maybeRow, queryOptions, type AppQuery } from '@shop/supabase'

/** A product with all that its page shows. */
export interface Product {
  id: string
  slug: string
  name: string
  shortDescription: string
  description: string
  storedPence: Pence
  /** What was charged before, where the database finds that it may be said; else null. */
  wasPence: Pence | null
  stock: number
  images: { src: string; alt: string }[]
  features: string[]
  materials: string
  care: string
  sku: string
  brand: string
  collection: string
  category: { id: string; name: string; slug: string } | null
}

const columns =
  'id, slug, name, short_description, description, price, was_price, inventory_quantity, images, image_alts, features, materials, care, sku, brand, collection, category:categories(id, name, slug)'

/** The active product with this slug, or null. */
export function productQuery(slug: string): AppQuery<Product | null> {
  return queryOptions({
    key: ['products', 'one', slug],
    queryFn: async (db, signal) => {
      const found = await maybeRow(
        db
          .from('products')
          .select(columns)
          .eq('slug', slug)
          .eq('is_active', true)
          .abortSignal(signal)
          .maybeSingle(),
      )
      if (!found) return null
      return {
        id: found.id,
        slug: found.slug,
        name: found.name,
        shortDescription: found.short_description ?? '',
        description: found.description ?? '',
        storedPence: toPence(found.price),
        wasPence: found.was_price ? toPence(found.was_price) : null,
        stock: found.inventory_quantity,
        images: found.images.map((src, place) => ({ src, alt: found.image_alts[place] || found.name })),
        features: found.features,
        materials: found.materials ?? '',
        care: found.care ?? '',
        sku: found.sku ?? '',
        brand: found.brand ?? '',
        collection: found.collection ?? '',
        category: found.category,
      }
    },
  })
}
