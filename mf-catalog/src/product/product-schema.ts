import { toPounds, unitPence, withVat, type Pence } from '@shop/pricing'
import { shop, type Settings } from '@shop/settings'
import type { Product as ProductFacts } from 'schema-dts'
import { wasUnitPence } from '../price/was-price'
import type { Product } from './read-product'

/**
 * Structured data of a product (schema.org). The price is the basket price of one piece, VAT included; a rating is
 * included only where the setting marks it as a sample, a previous price only where the page shows one.
 */
export function productSchema(
  product: Product,
  { pricing, reviews }: Settings,
): Exclude<ProductFacts, string> {
  const { slug, name, shortDescription, description, images, sku, brand, stock, storedPence, category } =
    product
  const was = wasUnitPence(product, 'cart', pricing.factor)
  const pounds = (pence: Pence) => toPounds(withVat(pence)).toFixed(2)
  return {
    '@type': 'Product',
    name,
    description: shortDescription || description || name,
    image: images.map(({ src }) => src),
    ...(sku && { sku }),
    brand: { '@type': 'Brand', name: brand || shop.name },
    ...(category && { category: category.name }),
    offers: {
      '@type': 'Offer',
      url: `/products/${slug}`,
      price: pounds(unitPence(storedPence, 'cart', pricing.factor)),
      priceCurrency: shop.currency,
      ...(was !== null && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          price: pounds(was),
          priceCurrency: shop.currency,
        },
      }),
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
    },
    ...(reviews.placeholder && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.8', reviewCount: '150' },
    }),
  }
}
