import { toPence, type Pence } from '@shop/pricing'
import { maybeRow, query } from '@shop/supabase'

/** A product as its own page shows it. */
export interface Product {
  id: string
  slug: string
  name: string
  shortDescription: string
  description: string
  storedPence: Pence
  pictures: { src: string; alt: string }[]
  features: string[]
  materials: string | null
  care: string | null
  sku: string | null
  brand: string | null
  stock: number
  category: { id: string; name: string; slug: string } | null
}

/** One active product with its category by slug, or null. */
export const productQuery = (slug: string) =>
  query({
    key: ['product', slug],
    read: async (db, signal): Promise<Product | null> => {
      const row = await maybeRow(
        db
          .from('products')
          .select('id, slug, name, short_description, description, price, images, image_alts, features, materials, care, sku, brand, inventory_quantity, category:categories(id, name, slug)')
          .eq('slug', slug)
          .eq('is_active', true)
          .abortSignal(signal)
          .maybeSingle(),
      )
      return row && {
        id: row.id,
        slug: row.slug,
        name: row.name,
        shortDescription: row.short_description ?? '',
        description: row.description ?? '',
        storedPence: toPence(row.price),
        pictures: (row.images ?? []).map((src, index) => ({ src, alt: row.image_alts?.[index] ?? row.name })),
        features: row.features ?? [],
        materials: row.materials,
        care: row.care,
        sku: row.sku,
        brand: row.brand,
        stock: row.inventory_quantity,
        category: row.category,
      }
    },
  })
