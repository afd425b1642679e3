import { Badge, chakra, IconButton, Text } from '@shop/ui'
import { counted } from '@shop/pricing'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { columnHelper } from '../../kit/columns'
import { formatDate } from '../../kit/dates'
import { RowIconLink, RowLink } from '../../kit/row-link'
import { cannotDelete } from './delete-category'
import type { OfficeCategory } from './office-categories'

const Description = chakra('span', { base: { lineClamp: 2, maxWidth: '60ch' } })
const column = columnHelper<OfficeCategory>()

/** The columns of the categories. @param onDelete undefined for members who may not change categories */
export const categoryColumns = (onDelete: ((category: OfficeCategory) => void) | undefined) =>
  column.columns([
    column.accessor('name', {
      header: 'Name',
      meta: { width: '24%', narrow: 'title' },
      cell: ({ getValue, row: { id, original } }) => (
        <>
          <RowLink id={id} fontWeight={500}>
            {getValue()}
          </RowLink>
          <Text data-only="wide" textStyle="micro" color="muted">
            {original.slug}
          </Text>
        </>
      ),
    }),
    column.accessor('description', {
      header: 'Description',
      meta: { narrow: 'detail' },
      cell: ({ getValue }) =>
        getValue() ? (
          <Description>{getValue()}</Description>
        ) : (
          <chakra.span color="muted">No description</chakra.span>
        ),
    }),
    column.accessor('product_count', {
      header: 'Products',
      meta: { align: 'end', narrow: 'asideDetail' },
      cell: ({ getValue }) => (
        <>
          <span data-only="wide">{getValue().toLocaleString('en-GB')}</span>
          <span data-only="narrow">{counted(getValue(), 'product')}</span>
        </>
      ),
    }),
    column.accessor('is_active', {
      header: 'Status',
      meta: { narrow: 'aside' },
      cell: ({ getValue }) => (
        <Badge status={getValue() ? 'positive' : 'outline'}>{getValue() ? 'Active' : 'Inactive'}</Badge>
      ),
    }),
    column.accessor('created_at', {
      header: 'Created',
      cell: ({ getValue }) => (
        <chakra.time dateTime={getValue().toISOString()} whiteSpace="nowrap">
          {formatDate(getValue())}
        </chakra.time>
      ),
    }),
    ...(onDelete
      ? [
          column.display({
            id: 'actions',
            header: 'Actions',
            meta: { hideHeader: true, narrow: 'actions' },
            cell: ({ row: { id, original } }) => {
              const isUsed = original.product_count > 0
              return (
                <>
                  <RowIconLink id={id} label={`Edit ${original.name}`} icon={Pencil} />
                  <IconButton
                    label={`Delete ${original.name}`}
                    icon={Trash2}
                    size="s"
                    disabled={isUsed}
                    {...(isUsed && { title: cannotDelete.description })}
                    onClick={() => onDelete(original)}
                  />
                </>
              )
            },
          }),
        ]
      : []),
  ])
