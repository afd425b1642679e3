import { formatPence } from '@shop/pricing'
import { Badge, chakra, Icon, Text, VisuallyHidden } from '@shop/ui'
import Star from 'lucide-react/icons/star'
import type { ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
import type { ListedProduct } from './list-products'
import { imageColumn } from './image-column'

const Name = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '.45rem', fontWeight: 520 },
})

function Price({ product }: { product: ListedProduct }) {
  const { pricePence, highestPricePence, compareAtPence } = product
  return (
    <chakra.span display="inline-grid" justifyItems="end">
      {compareAtPence !== null && (
        <Text as="s" textStyle="micro" color="muted">
          <VisuallyHidden>Compare price </VisuallyHidden>
          {formatPence(compareAtPence)}
        </Text>
      )}
      <span>
        {highestPricePence === null ? '' : 'from '}
        {formatPence(pricePence)}
      </span>
    </chakra.span>
  )
}

/** The state of a product in one word. */
function statusOf({ isActive, isArchived }: ListedProduct): 'Active' | 'Inactive' | 'Archived' {
  if (isArchived) return 'Archived'
  return isActive ? 'Active' : 'Inactive'
}

const statusColours = { Active: 'positive', Inactive: 'outline', Archived: 'neutral' } as const

/**
 * The columns of the product list (`docs/specification/back-office.md`, "Products screen").
 *
 * @param lowBelow stock below it is marked (setting `stock.adminLowBelow`)
 * @param nameOf the name as a link or a text
 * @param actionsOf the buttons of a row
 */
export function productColumns(
  lowBelow: number,
  nameOf: (product: ListedProduct) => ReactNode,
  actionsOf: (product: ListedProduct) => ReactNode,
): DataColumn<ListedProduct>[] {
  return [
    imageColumn(),
    {
      id: 'name',
      header: 'Name',
      sortable: true,
      narrow: 'title',
      cell: (product) => (
        <>
          <Name>
            {nameOf(product)}
            {product.isFeatured && (
              <chakra.span color="brass" display="inline-flex">
                <Icon as={Star} size="s" filled />
                <VisuallyHidden>Featured</VisuallyHidden>
              </chakra.span>
            )}
          </Name>
          {product.variantCount > 0 && (
            <Text textStyle="micro" color="muted">
              {product.variantCount === 1 ? '1 variant' : `${String(product.variantCount)} variants`}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'sku',
      header: 'SKU',
      cell: ({ sku }) =>
        sku === null ? <Text color="muted">None</Text> : <chakra.span whiteSpace="nowrap">{sku}</chakra.span>,
    },
    {
      id: 'price',
      header: 'Price',
      sortable: true,
      align: 'end',
      narrow: 'aside',
      cell: (product) => <Price product={product} />,
    },
    {
      id: 'stock',
      header: 'Stock',
      sortable: true,
      narrow: 'asideDetail',
      cell: ({ stock }) => (
        <Badge
          status={stock < lowBelow ? 'danger' : 'neutral'}
          plain={stock >= lowBelow}
          fontVariantNumeric="tabular-nums"
        >
          {stock.toLocaleString('en-GB')}
          <VisuallyHidden> in stock{stock < lowBelow ? ', low' : ''}</VisuallyHidden>
        </Badge>
      ),
    },
    {
      id: 'category',
      header: 'Category',
      narrow: 'detail',
      cell: ({ category }) => category ?? <Text color="muted">Uncategorized</Text>,
    },
    {
      id: 'status',
      header: 'Status',
      cell: (product) => <Badge status={statusColours[statusOf(product)]}>{statusOf(product)}</Badge>,
    },
    { id: 'actions', header: 'Actions', hideHeader: true, narrow: 'actions', cell: actionsOf },
  ]
}
