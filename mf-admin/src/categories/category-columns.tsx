import { Link } from '@shop/router'
import { Badge, chakra, IconButton, IconLink, Text } from '@shop/ui'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { DataColumn } from '../kit/data-column'
import { formatDate } from '../kit/dates'
import { cannotDelete } from './delete-category'
import type { OfficeCategory } from './office-categories'

const Title = chakra(Link, {
  base: {
    fontWeight: 500,
    textDecoration: 'underline',
    textDecorationColor: 'transparent',
    textUnderlineOffset: '.28em',
    '&:hover': { textDecorationColor: 'currentColor' },
  },
})

const Description = chakra('span', { base: { lineClamp: 2, maxWidth: '60ch' } })

const inWords = (count: number) => `${count.toLocaleString('en-GB')} product${count === 1 ? '' : 's'}`

/**
 * The columns of the categories.
 *
 * @param edit the address of the form for a category; null for members who may not change categories
 */
export function categoryColumns(
  edit: ((category: OfficeCategory) => { search: string }) | null,
  onDelete: (category: OfficeCategory) => void,
): DataColumn<OfficeCategory>[] {
  const columns: DataColumn<OfficeCategory>[] = [
    {
      id: 'name',
      header: 'Name',
      width: '24%',
      narrow: 'title',
      cell: (category) => (
        <>
          {edit ? <Title to={edit(category)}>{category.name}</Title> : <b>{category.name}</b>}
          <Text data-only="wide" textStyle="micro" color="muted">
            {category.slug}
          </Text>
        </>
      ),
    },
    {
      id: 'description',
      header: 'Description',
      narrow: 'detail',
      cell: ({ description }) =>
        description ? (
          <Description>{description}</Description>
        ) : (
          <chakra.span color="muted">No description</chakra.span>
        ),
    },
    {
      id: 'products',
      header: 'Products',
      align: 'end',
      narrow: 'asideDetail',
      cell: ({ product_count: count }) => (
        <>
          <span data-only="wide">{count.toLocaleString('en-GB')}</span>
          <span data-only="narrow">{inWords(count)}</span>
        </>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      narrow: 'aside',
      cell: ({ is_active: isActive }) => (
        <Badge status={isActive ? 'positive' : 'outline'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      cell: ({ created_at: created }) => (
        <chakra.time dateTime={created.toISOString()} whiteSpace="nowrap">
          {formatDate(created)}
        </chakra.time>
      ),
    },
  ]
  if (!edit) return columns
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      narrow: 'actions',
      cell: (category) => {
        const isUsed = category.product_count > 0
        return (
          <>
            <IconLink to={edit(category)} label={`Edit ${category.name}`} icon={Pencil} size="s" />
            <IconButton
              label={`Delete ${category.name}`}
              icon={Trash2}
              size="s"
              disabled={isUsed}
              {...(isUsed && { title: cannotDelete.description })}
              onClick={() => onDelete(category)}
            />
          </>
        )
      },
    },
  ]
}
