import { Link } from '@shop/router'
import { Badge, chakra, LinkButton, Text } from '@shop/ui'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { columnHelper } from '../../kit/columns'
import { formatDate } from '../../kit/dates'
import { ListScreen } from '../../frame/list-screen/list-screen'
import { pageParam } from '../../kit/url-state'
import { imageColumn } from '../products/image-column'
import { stockPath } from '../products/product-links'
import { useStaff } from '../../frame/staff/use-staff'
import { ChangeStock, ChangeStockButton } from './change-stock'
import { lowStockQuery, type LowUnit } from './low-stock'
import { variantName } from './stock-unit'

const params = v.object({ page: pageParam() })
const number = (count: number) => count.toLocaleString('en-GB')
const NameLink = chakra(Link, {
  base: { fontWeight: 520, overflowWrap: 'anywhere', '&:hover': { textDecoration: 'underline' } },
})

/** Why shoppers do not see the unit, if they do not. */
const hiddenAs = ({ isActive, isArchived }: LowUnit) => {
  if (isArchived) return 'Archived'
  return isActive ? null : 'Inactive'
}

const column = columnHelper<LowUnit>()

/** The columns of the list. @param onChange undefined for members who may not change stock */
const lowColumns = (onChange: ((unit: LowUnit) => void) | undefined) =>
  column.columns([
    imageColumn<LowUnit>(),
    column.accessor('name', {
      header: 'Name',
      meta: { narrow: 'title' },
      cell: ({ getValue, row: { original } }) => (
        <>
          <NameLink to={stockPath(original.productId)}>{getValue()}</NameLink>
          <Text textStyle="micro" color="muted">
            {[variantName(original), hiddenAs(original)].filter(Boolean).join(', ')}
          </Text>
        </>
      ),
    }),
    column.accessor('sku', {
      header: 'SKU',
      cell: ({ getValue }) => getValue() ?? <Text color="muted">None</Text>,
    }),
    column.accessor('stock', {
      header: 'In stock',
      meta: { align: 'end', narrow: 'aside' },
      cell: ({ getValue }) => (
        <Badge status={getValue() === 0 ? 'danger' : 'warning'}>{number(getValue())}</Badge>
      ),
    }),
    column.accessor(({ threshold }) => number(threshold), {
      id: 'threshold',
      header: 'Low stock at',
      meta: { align: 'end' },
    }),
    column.accessor('waiting', {
      header: 'Waiting',
      meta: { align: 'end', narrow: 'asideDetail' },
      cell: ({ getValue }) =>
        getValue() === 0 ? <Text color="muted">Nobody waits</Text> : `${number(getValue())} waiting`,
    }),
    column.accessor('since', {
      header: 'Since',
      meta: { narrow: 'detail' },
      cell: ({ getValue }) => <time dateTime={getValue().toISOString()}>{formatDate(getValue())}</time>,
    }),
    column.display({
      id: 'action',
      header: 'Actions',
      meta: { hideHeader: true, narrow: 'button' },
      cell: ({ row: { original } }) =>
        onChange && <ChangeStockButton unit={original} onClick={() => onChange(original)} />,
    }),
  ])

/** What is at its threshold or below, as the dashboard counts it. */
export function Component() {
  const mayEdit = useStaff().may('catalogue')
  const [changing, setChanging] = useState<LowUnit | null>(null)
  return (
    <ListScreen
      title="Low stock"
      params={params}
      query={({ state }) => lowStockQuery(state.page)}
      text={({ data }) => (data ? `${number(data.total)} at or below their threshold` : 'Loading')}
      columns={useMemo(() => lowColumns(mayEdit ? setChanging : undefined), [mayEdit])}
      empty={{
        title: 'Nothing is low',
        text: 'Products and variants at or below their threshold are listed here.',
        action: <LinkButton to="/admin/products">Go to the products</LinkButton>,
      }}
      failure="Failed to load the stock."
    >
      <ChangeStock unit={changing} onClose={() => setChanging(null)} />
    </ListScreen>
  )
}
