import { formatPence, lineFigures, type Pence } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { Badge, Box, chakra, Picture, PriceBlock } from '@shop/ui'

/** A line item as summaries show it. */
export interface LineItem {
  id: string
  name: string
  /** "M" or "M / Plum", for a product with options. */
  variantName?: string | null | undefined
  sku?: string | null | undefined
  quantity: number
  linePence: Pence
  image?: string | null
  /** Why it cannot be bought. */
  problem?: string | null
}

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    '&:has(> :nth-child(3))': { gridTemplateColumns: 'auto minmax(0, 1fr) auto' },
    gap: '1rem',
    alignItems: 'center',
    lineHeight: 1.4,
  },
})

interface OrderLinesProps {
  items: readonly LineItem[]
  /** The lines have no VAT, as that of a gift card. */
  isVatFree?: boolean
}

/** The line items of an order, in compact form. */
export function OrderLines({ items, isVatFree = false }: OrderLinesProps) {
  const { pricing } = useSettings()
  const figures = ({ linePence, quantity }: LineItem) => {
    // No room for "incl. VAT", which the small print beneath says.
    const { primary, notes } = lineFigures({ linePence, quantity }, pricing)
    return isVatFree ? { primary: formatPence(linePence) } : { primary, notes }
  }
  return (
    <chakra.ul display="grid" gap="1rem" paddingBottom="1.25rem" borderBottom="1px solid {colors.line}">
      {items.map((item) => {
        const { id, name, variantName, sku, quantity, image, problem } = item
        return (
          <Line key={id}>
            {image !== undefined && (
              <Box width="56px">
                <Picture src={image} alt="" sizes="56px" />
              </Box>
            )}
            <Box minWidth="0">
              <p>{variantName ? `${name}, ${variantName}` : name}</p>
              <chakra.p textStyle="small" color="muted">
                {variantName && sku ? (
                  <>
                    <chakra.span whiteSpace="nowrap">{`SKU ${sku},`}</chakra.span> quantity{' '}
                  </>
                ) : (
                  'Quantity '
                )}
                {quantity}
              </chakra.p>
              {problem && <Badge status="warning">{problem}</Badge>}
            </Box>
            <PriceBlock textAlign="end" {...figures(item)} />
          </Line>
        )
      })}
    </chakra.ul>
  )
}
