import { toPence } from '@shop/pricing'
import { maybeRow, queryOptions, type AppQuery } from '@shop/supabase'
import { readSlugRedirect, type SlugRedirect } from '../slug-redirect/slug-redirect'
import { reviewColumns, reviewsAtOnce, type RatingRow, type ReviewRow } from '../reviews/columns'
import { parseOptions } from '../options/product-options'
import type { SelectableProduct } from '../options/selection'

/** The data of a product page. */
export interface Product extends SelectableProduct {
  id: string
  shortDescription: string
  description: string
  features: string[]
  materials: string
  care: string
  brand: string
  collection: string
  category: { id: string; name: string; slug: string } | null
  /** The breadcrumbs above its own: its category. */
  crumbs: { label: string; to: string }[]
  dimensions: string
  weightGrams: number | null
  boxContents: string[]
  goodFor: string
  /** As stored; see `parseSizeGuide`. */
  sizeGuide: unknown
  /** The title and description of its page in search results; '' for its name and text. */
  seoTitle: string
  seoDescription: string
  /** Of approved reviews, and the newest of them, as `../reviews/review` reads them. */
  ratingRow: RatingRow | null
  reviewRows: ReviewRow[]
}

const columns =
  `id, slug, name, short_description, description, price, was_price, inventory_quantity, images, image_alts, features, materials, care, sku, brand, collection, category:categories(id, name, slug), dimensions, weight_grams, box_contents, good_for, size_guide, seo_title, seo_description, options, product_variants(id, option_values, sku, price, was_price, image, inventory_quantity), product_ratings(reviews, stars), reviews(${reviewColumns})` as const

/** The active product with this slug, where a former slug leads, or null. */
export function productQuery(slug: string): AppQuery<Product | SlugRedirect | null> {
  return queryOptions({
    key: ['products', 'one', slug],
    queryFn: async (db, signal) => {
      const data = await maybeRow(
        db
          .from('products')
          .select(columns)
          .eq('slug', slug)
          .eq('is_active', true)
          .eq('product_variants.is_active', true)
          .order('option_values', { referencedTable: 'product_variants' })
          .order('created_at', { referencedTable: 'reviews', ascending: false })
          .order('id', { referencedTable: 'reviews' })
          .limit(reviewsAtOnce, { referencedTable: 'reviews' })
          .abortSignal(signal)
          .maybeSingle(),
      )
      if (!data) return readSlugRedirect(db, signal, 'product', slug)
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
        crumbs: data.category ? [{ label: data.category.name, to: `/categories/${data.category.slug}` }] : [],
        dimensions: data.dimensions ?? '',
        weightGrams: data.weight_grams,
        boxContents: data.box_contents,
        goodFor: data.good_for ?? '',
        sizeGuide: data.size_guide,
        seoTitle: data.seo_title ?? '',
        seoDescription: data.seo_description ?? '',
        ratingRow: data.product_ratings,
        reviewRows: data.reviews,
        options: parseOptions(data.options),
        variants: data.product_variants.map((variant) => ({
          id: variant.id,
          values: variant.option_values,
          sku: variant.sku ?? '',
          storedPence: toPence(variant.price),
          wasPence: variant.was_price ? toPence(variant.was_price) : null,
          image: variant.image,
          stock: variant.inventory_quantity,
        })),
      }
    },
  })
}
