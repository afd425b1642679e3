import { toPounds, unitPence, withVat } from '@shop/pricing'
import { shop, useSettings } from '@shop/settings'
import type { Product } from './get-product'

/** What search engines are told of a product; the price is the one charged, VAT included. */
export function ProductData({ product }: { product: Product }) {
  const { pricing, reviews } = useSettings()
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.shortDescription || product.description,
    image: product.pictures.map(({ src }) => src),
    ...(product.sku && { sku: product.sku }),
    brand: { '@type': 'Brand', name: product.brand ?? shop.name },
    ...(reviews.placeholder && { aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.8, reviewCount: 150 } }),
    offers: {
      '@type': 'Offer',
      priceCurrency: shop.currency,
      price: toPounds(withVat(unitPence(product.storedPence, 'cart', pricing.factor))),
      availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  }
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }} />
}
