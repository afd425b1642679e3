import { formatPence } from '@shop/pricing'
import { Link } from '@shop/router'
import { chakra, Panel, Text } from '@shop/ui'
import { stockPath } from '../../catalogue/products/product-links'
import type { TopProduct } from './sales-series'

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '.15rem 1rem',
    padding: '.7rem 1.25rem',
    fontVariantNumeric: 'tabular-nums',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})
const NameLink = chakra(Link, {
  base: { fontWeight: 520, overflowWrap: 'anywhere', '&:hover': { textDecoration: 'underline' } },
})

const soldText = (units: number) => (units === 1 ? '1 sold' : `${units.toLocaleString('en-GB')} sold`)

/** What sold best in the period. */
export function TopProducts({ products }: { products: readonly TopProduct[] }) {
  return (
    <Panel flush title="Top products">
      {products.length === 0 ? (
        <Text padding="1.25rem" color="muted">
          Nothing was sold in this period.
        </Text>
      ) : (
        <>
          <ol>
            {products.map(({ productId, name, units, pence }) => (
              <Row key={productId}>
                {name === null ? (
                  <Text color="muted">Deleted product</Text>
                ) : (
                  <NameLink to={stockPath(productId)}>{name}</NameLink>
                )}
                <span>{formatPence(pence)}</span>
                <Text textStyle="micro" color="muted">
                  {soldText(units)}
                </Text>
              </Row>
            ))}
          </ol>
          <Text textStyle="micro" color="muted" padding="0 1.25rem 1rem">
            Before VAT, discounts and refunds.
          </Text>
        </>
      )}
    </Panel>
  )
}
