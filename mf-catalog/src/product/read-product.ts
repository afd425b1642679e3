import { toPence, type Pence } from '@shop/pricing'
import { maybeRow, queryOptions, type AppQuery } from '@shop/supabase'

/** The data of a product page. */
export interface Product {
  id: string
  slug: string
  name: string
  shortDescription: string
  description: string
  storedPence: Pence
  /** The previous price, null where it must not be shown (the database decides). */
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
      const data = await maybeRow(
        db
          .from('products')
          .select(columns)
          .eq('slug', slug)
          .eq('is_active', true)
          .abortSignal(signal)
          .maybeSingle(),
      )
      if (!data) return null
      return {
        id: data.id,
        slug: data.slug,
        name: data.name,
        shortDescription: data.short_description ?? '',
        description: data.description ?? '',
        storedPence: toPence(data.price),
        wasPence: data.was_price ? toPence(data.was_price) : null,
        stock: data.inventory_quantity,
        images: data.images.map((src, index) => ({ src, alt: data.image_alts[index] || data.name })),
        features: data.features,
        materials: data.materials ?? '',
        care: data.care ?? '',
        sku: data.sku ?? '',
        brand: data.brand ?? '',
        collection: data.collection ?? '',
        category: data.category,
      }
    },
  })
}
