import { formatPence, type Pence } from '@shop/pricing'
import { Badge, Box, chakra, Picture } from '@shop/ui'
import type { ReactNode } from 'react'

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
  /** A form that changes it. */
  form?: ReactNode
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

/** The line items of an order, in compact form. */
export function OrderLines({ items }: { items: readonly LineItem[] }) {
  return (
    <chakra.ul display="grid" gap="1rem" paddingBottom="1.25rem" borderBottom="1px solid {colors.line}">
      {items.map(({ id, name, variantName, sku, quantity, linePence, image, problem, form }) => (
        <Line key={id}>
          {image !== undefined && (
            <Box width="56px">
              <Picture src={image} alt="" sizes="56px" />
            </Box>
          )}
          <Box minWidth="0">
            <p>{variantName ? `${name}, ${variantName}` : name}</p>
            <chakra.p textStyle="small" color="muted">
              {`${variantName && sku ? `SKU ${sku}, quantity` : 'Quantity'} ${String(quantity)}`}
            </chakra.p>
            {problem && <Badge status="warning">{problem}</Badge>}
            {form}
          </Box>
          <chakra.span fontVariantNumeric="tabular-nums">{formatPence(linePence)}</chakra.span>
        </Line>
      ))}
    </chakra.ul>
  )
}
