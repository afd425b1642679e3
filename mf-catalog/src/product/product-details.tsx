import { Box, chakra, Disclosure, TextLink } from '@shop/ui'
import type { Product } from './read-product'
import { SizeGuide } from './size-guide'

const Features = chakra('ul', {
  base: { display: 'grid', gap: '.75rem', listStyle: 'none', marginTop: '1rem' },
})

/** "850 g", or "1.2 kg" from a kilogram. */
function weightText(grams: number): string {
  return grams < 1000 ? `${String(grams)} g` : `${String(Number((grams / 1000).toFixed(2)))} kg`
}

/** Details, size guide, materials, care and delivery, each in a disclosure. */
export function ProductDetails({ product }: { product: Product }) {
  const { description, features, materials, care, goodFor, dimensions, weightGrams, boxContents } = product
  const weight = weightGrams === null ? '' : `Weight: ${weightText(weightGrams)}`
  const facts = [
    ['Good for', goodFor],
    ['Materials', materials],
    ['Care', care],
    ['Dimensions and weight', [dimensions, weight].filter(Boolean).join('. ')],
  ] as const
  const details = description !== '' || features.length > 0
  return (
    <Box borderTop="1px solid {colors.line}">
      {details && (
        <Disclosure title="Details" open>
          <p>{description}</p>
          {features.length > 0 && (
            <Features>
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </Features>
          )}
        </Disclosure>
      )}
      <SizeGuide guide={product.sizeGuide} />
      {facts.map(
        ([title, text]) =>
          text && (
            <Disclosure key={title} title={title}>
              <p>{text}</p>
            </Disclosure>
          ),
      )}
      {boxContents.length > 0 && (
        <Disclosure title="In the box">
          <Features marginTop="0">
            {boxContents.map((content) => (
              <li key={content}>{content}</li>
            ))}
          </Features>
        </Disclosure>
      )}
      <Disclosure title="Delivery and returns">
        <p>
          Dispatched in 1-2 business days, in a plain box with a plain label. Opened items cannot be returned;
          tell us of a defect within 7 days of delivery. Your statutory rights are not affected.
        </p>
        <Box marginTop=".75rem">
          <TextLink to="/shipping" block>
            Shipping Information
          </TextLink>
        </Box>
      </Disclosure>
    </Box>
  )
}
