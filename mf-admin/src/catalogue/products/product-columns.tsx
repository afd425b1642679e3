import { counted, formatPence } from '@shop/pricing'
import { Badge, chakra, Icon, Text, VisuallyHidden } from '@shop/ui'
import Star from 'lucide-react/icons/star'
import { formatDateTime } from '../../kit/dates'
import { columnHelper } from '../../kit/columns'
import { RowLink } from '../../kit/row-link'
import type { ListedProduct } from './list-products'
import { imageColumn } from './image-column'
import { RowActions } from './row-actions'

const Name = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '.45rem', fontWeight: 520 },
})

function Price({ product }: { product: ListedProduct }) {
  const { pricePence, highestPricePence, compareAtPence } = product
  return (
    <chakra.span display="inline-grid" justifyItems="end">
      {compareAtPence !== null && compareAtPence > pricePence && (
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
function statusOf({ isActive, isArchived, publishAt }: ListedProduct): keyof typeof statusColours {
  if (isArchived) return 'Archived'
  if (publishAt) return 'Scheduled'
  return isActive ? 'Active' : 'Inactive'
}

const statusColours = {
  Active: 'positive',
  Inactive: 'outline',
  Scheduled: 'info',
  Archived: 'neutral',
} as const

function Status({ product }: { product: ListedProduct }) {
  const status = statusOf(product)
  return (
    <>
      <Badge status={statusColours[status]}>{status}</Badge>
      {product.publishAt && status === 'Scheduled' && (
        <Text textStyle="micro" color="muted" whiteSpace="nowrap">
          {formatDateTime(product.publishAt)}
        </Text>
      )}
    </>
  )
}

const column = columnHelper<ListedProduct>()

/**
 * The columns of the product list (`docs/specification/back-office.md`, "Products screen").
 *
 * @param lowBelow stock below it is marked (setting `stock.adminLowBelow`)
 */
export const productColumns = (lowBelow: number) =>
  column.columns([
    imageColumn<ListedProduct>(),
    column.accessor('name', {
      header: 'Name',
      enableSorting: true,
      meta: { narrow: 'title' },
      cell: ({ getValue, row: { id, original } }) => (
        <>
          <Name>
            <RowLink id={id}>{getValue()}</RowLink>
            {original.isFeatured && (
              <chakra.span color="brass" display="inline-flex">
                <Icon as={Star} size="s" filled />
                <VisuallyHidden>Featured</VisuallyHidden>
              </chakra.span>
            )}
          </Name>
          {statusOf(original) !== 'Active' && (
            <Text data-only="narrow">
              <Status product={original} />
            </Text>
          )}
          {original.variantCount > 0 && (
            <Text textStyle="micro" color="muted">
              {counted(original.variantCount, 'variant')}
            </Text>
          )}
        </>
      ),
    }),
    column.accessor('sku', {
      id: 'sku',
      header: 'SKU',
      enableHiding: true,
      cell: ({ getValue }) =>
        getValue() === null ? (
          <Text color="muted">None</Text>
        ) : (
          <chakra.span whiteSpace="nowrap">{getValue()}</chakra.span>
        ),
    }),
    column.accessor('pricePence', {
      id: 'price',
      header: 'Price',
      enableSorting: true,
      meta: { align: 'end', narrow: 'aside' },
      cell: ({ row }) => <Price product={row.original} />,
    }),
    column.accessor('stock', {
      header: 'Stock',
      enableSorting: true,
      meta: { narrow: 'asideDetail' },
      cell: ({ getValue }) => (
        <Badge
          status={getValue() < lowBelow ? 'danger' : 'neutral'}
          plain={getValue() >= lowBelow}
          fontVariantNumeric="tabular-nums"
        >
          {getValue().toLocaleString('en-GB')}
          <VisuallyHidden> in stock{getValue() < lowBelow ? ', low' : ''}</VisuallyHidden>
        </Badge>
      ),
    }),
    column.accessor('category', {
      id: 'category',
      header: 'Category',
      enableHiding: true,
      meta: { narrow: 'detail' },
      cell: ({ getValue }) => getValue() ?? <Text color="muted">Uncategorized</Text>,
    }),
    column.accessor(statusOf, {
      id: 'status',
      header: 'Status',
      enableHiding: true,
      cell: ({ row }) => <Status product={row.original} />,
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { hideHeader: true, narrow: 'actions' },
      cell: ({ row }) => <RowActions product={row.original} />,
    }),
  ])
