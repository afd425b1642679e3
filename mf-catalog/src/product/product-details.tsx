import { customerTerms, returnRules } from '@shop/settings/customer-terms'
import { Box, chakra, Disclosure, TextLink } from '@shop/ui'
import type { Product } from './read-product'
import { SizeGuide } from './size-guide'

const Features = chakra('ul', {
  base: {
    display: 'grid',
    gap: '.5rem',
    marginTop: '1rem',
    paddingInlineStart: '1.15em',
    listStyle: 'disc',
  },
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
          Dispatched within {customerTerms.dispatch}, in a plain box with a plain label.{' '}
          {returnRules.changeOfMind} {returnRules.defects} {returnRules.rights}
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
