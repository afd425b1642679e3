import { toPence, type Pence } from '@shop/pricing'
import { page, query, rows, type Backend } from '@shop/supabase'

/** A product as lists show it. */
export interface ListedProduct {
  id: string
  slug: string
  name: string
  shortDescription: string
  storedPence: Pence
  image: string | null
  imageAlt: string
  stock: number
}

/** A page of a list, and how many there are in all. */
export interface ProductPage {
  products: ListedProduct[]
  count: number
}

/** Products asked for at a time; also what "Load more" adds. */
export const pageSize = 24

const columns = 'id, slug, name, short_description, price, images, image_alts, inventory_quantity'

const active = (db: Backend, counted = false) =>
  db.from('products').select(columns, counted ? { count: 'exact' } : {}).eq('is_active', true)

type Row = Awaited<ReturnType<typeof active>>['data'] extends (infer One)[] | null ? One : never

function listed(row: Row): ListedProduct {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    shortDescription: row.short_description ?? '',
    storedPence: toPence(row.price),
    image: row.images?.[0] ?? null,
    imageAlt: row.image_alts?.[0] ?? row.name,
    stock: row.inventory_quantity,
  }
}

/** The newest active products. @param shown how many, at most a thousand */
export const productsQuery = (shown = pageSize) =>
  query({
    key: ['products', 'all', shown],
    read: async (db, signal): Promise<ProductPage> => {
      const found = await page(
        active(db, true).order('created_at', { ascending: false }).order('id').range(0, Math.min(shown, 1000) - 1).abortSignal(signal),
      )
      return { products: found.rows.map(listed), count: found.count }
    },
  })

/** Up to three featured products, newest first. */
export const featuredQuery = () =>
  query({
    key: ['products', 'featured'],
    read: async (db, signal): Promise<ListedProduct[]> => {
      const found = await rows(
        active(db).eq('is_featured', true).order('created_at', { ascending: false }).order('id').limit(3).abortSignal(signal),
      )
      return found.map(listed)
    },
  })

/** Active products of one category, newest first, by the category's slug. */
export const categoryProductsQuery = (categoryId: string, shown = pageSize) =>
  query({
    key: ['products', 'of', categoryId, shown],
    read: async (db, signal): Promise<ProductPage> => {
      const found = await page(
        active(db, true).eq('category_id', categoryId).order('created_at', { ascending: false }).order('id').range(0, Math.min(shown, 1000) - 1).abortSignal(signal),
      )
      return { products: found.rows.map(listed), count: found.count }
    },
  })

/** Products to go with one: others of its category. */
export const relatedQuery = (productId: string, categoryId: string) =>
  query({
    key: ['products', 'beside', productId],
    read: async (db, signal): Promise<ListedProduct[]> => {
      const found = await rows(
        active(db).eq('category_id', categoryId).neq('id', productId).gt('inventory_quantity', 0).order('is_featured', { ascending: false }).order('id').limit(3).abortSignal(signal),
      )
      return found.map(listed)
    },
  })
