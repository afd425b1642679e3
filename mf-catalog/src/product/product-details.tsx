import { Box, chakra, Disclosure, TextLink } from '@shop/ui'
import type { Product } from './read-product'

const Features = chakra('ul', {
  base: { display: 'grid', gap: '.75rem', listStyle: 'none', marginTop: '1rem' },
})

/** Details, materials, care and delivery, each in a disclosure. */
export function ProductDetails({ product }: { product: Product }) {
  const { description, features, materials, care } = product
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
      {materials && (
        <Disclosure title="Materials">
          <p>{materials}</p>
        </Disclosure>
      )}
      {care && (
        <Disclosure title="Care">
          <p>{care}</p>
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
