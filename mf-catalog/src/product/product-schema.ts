import {
  optionSlug,
  plusVat,
  toPounds,
  unitPence,
  variantQuery,
  wasUnitPence,
  type Pence,
} from '@shop/pricing'
import { shop, type Settings } from '@shop/settings'
import type { AggregateRating, Offer, Product as ProductThing, ProductGroup } from 'schema-dts'
import type { Variant } from '../options/choice'
import { averageText, ratingOf, toReview } from '../reviews/review'
import type { Product } from './read-product'

/** The options that schema.org has a property for, by the slug of their name. */
const properties: Readonly<Record<string, string>> = {
  size: 'size',
  colour: 'color',
  material: 'material',
  pattern: 'pattern',
}

/** The sample rating (`docs/specification/storefront.md`, section 2). */
const sampleRating: AggregateRating = { '@type': 'AggregateRating', ratingValue: '4.8', reviewCount: '150' }

type Priced = Pick<Variant, 'storedPence' | 'wasPence' | 'stock'>

function offerOf(
  url: string,
  priced: Priced,
  { factor, vatRate }: Settings['pricing'],
): Exclude<Offer, string> {
  const was = wasUnitPence(priced, 'cart', factor)
  const pounds = (pence: Pence) => toPounds(plusVat(pence, vatRate)).toFixed(2)
  return {
    '@type': 'Offer',
    url,
    price: pounds(unitPence(priced.storedPence, 'cart', factor)),
    priceCurrency: shop.currency,
    ...(was !== null && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: pounds(was),
        priceCurrency: shop.currency,
      },
    }),
    availability: `https://schema.org/${priced.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
  }
}

/** What those say who bought it: the average of all approved reviews, and the newest of them. */
function ratingSchema({ ratingRow, reviewRows }: Product) {
  if (!ratingRow?.reviews) return undefined
  const rating = ratingOf(ratingRow)
  return {
    aggregateRating: {
      '@type': 'AggregateRating' as const,
      ratingValue: Number(averageText(rating.average)),
      reviewCount: rating.count,
    },
    review: reviewRows.map(toReview).map(({ rating, body, author, createdAt }) => ({
      '@type': 'Review' as const,
      reviewRating: { '@type': 'Rating' as const, ratingValue: rating },
      author: { '@type': 'Person' as const, name: author },
      datePublished: createdAt.slice(0, 10),
      ...(body && { reviewBody: body }),
    })),
  }
}

/** A variant as a product of its own, with the URL that selects it. */
function variantSchema(
  { slug, name, options }: Product,
  variant: Variant,
  pricing: Settings['pricing'],
): Exclude<ProductThing, string> {
  const chosen = options.map((option, index) => ({ name: option.name, value: variant.values[index] ?? '' }))
  return {
    '@type': 'Product',
    name: `${name}, ${variant.values.join(' / ')}`,
    ...(variant.sku && { sku: variant.sku }),
    ...(variant.image && { image: variant.image }),
    ...Object.fromEntries(
      chosen.flatMap((option) => {
        const property = properties[optionSlug(option.name)]
        return property ? [[property, option.value]] : []
      }),
    ),
    offers: offerOf(`/products/${slug}?${variantQuery(chosen)}`, variant, pricing),
  }
}

/**
 * Structured data of a product (schema.org); with options, of a group of its variants. The price is the basket price of one
 * piece, VAT included; a rating is that of approved reviews, or the sample where the setting says so, a previous price only where the
 * page shows one.
 */
export function productSchema(
  product: Product,
  { pricing, reviews }: Settings,
): Exclude<ProductThing | ProductGroup, string> {
  const { slug, name, shortDescription, description, images, sku, brand, category, options, variants } =
    product
  const common = {
    name,
    description: shortDescription || description || name,
    image: images.map(({ src }) => src),
    ...(sku && { sku }),
    brand: { '@type': 'Brand' as const, name: brand || shop.name },
    ...(category && { category: category.name }),
  }
  const rating = reviews.placeholder ? { aggregateRating: sampleRating } : ratingSchema(product)
  if (variants.length === 0) {
    return {
      '@type': 'Product',
      ...common,
      offers: offerOf(`/products/${slug}`, product, pricing),
      ...rating,
    }
  }
  return {
    '@type': 'ProductGroup',
    ...common,
    url: `/products/${slug}`,
    productGroupID: sku || slug,
    variesBy: options.map((option) => {
      const property = properties[optionSlug(option.name)]
      return property ? `https://schema.org/${property}` : option.name
    }),
    hasVariant: variants.map((variant) => variantSchema(product, variant, pricing)),
    ...rating,
  }
}
