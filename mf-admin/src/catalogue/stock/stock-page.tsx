import { useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { BackendError, useAppQuery } from '@shop/supabase'
import { Badge, chakra, EmptyState, Grid, LinkButton, PageHeader, Panel, Text } from '@shop/ui'
import { useMemo, useState } from 'react'
import { columnHelper } from '../../kit/columns'
import { DataTable } from '../../kit/data-table'
import { variantName } from './stock-unit'
import { useStaff } from '../../frame/staff/use-staff'
import { ChangeStock, ChangeStockButton } from './change-stock'
import { Ledger } from './ledger'
import { productStockQuery, type UnitStock } from './stock-record'

const number = (count: number) => count.toLocaleString('en-GB')
const idOf = ({ id }: UnitStock) => id

const column = columnHelper<UnitStock>()

/** The columns of a product's units. @param onChange undefined for members who may not change stock */
const unitColumns = (onChange: ((unit: UnitStock) => void) | undefined) =>
  column.columns([
    column.accessor('name', {
      header: 'Variant',
      meta: { narrow: 'title' },
      cell: ({ getValue, row: { original } }) => (
        <>
          <Text fontWeight={520}>{variantName(original) || getValue()}</Text>
          {!original.isActive && <Badge status="outline">Inactive</Badge>}
        </>
      ),
    }),
    column.accessor('sku', {
      header: 'SKU',
      meta: { narrow: 'detail' },
      cell: ({ getValue }) => getValue() ?? <Text color="muted">None</Text>,
    }),
    column.accessor('stock', {
      header: 'In stock',
      meta: { align: 'end', narrow: 'aside' },
      cell: ({ getValue, row: { original } }) => (
        <Badge plain={!original.isLow} status={original.isLow ? 'danger' : 'neutral'}>
          {number(getValue())}
        </Badge>
      ),
    }),
    column.accessor(({ held }) => number(held), {
      id: 'held',
      header: 'Held by payments',
      meta: { align: 'end' },
    }),
    column.accessor(({ threshold }) => number(threshold), {
      id: 'threshold',
      header: 'Low stock at',
      meta: { align: 'end' },
    }),
    column.accessor(({ waiting }) => (waiting === 0 ? 'Nobody waits' : `${number(waiting)} waiting`), {
      id: 'waiting',
      header: 'Waiting',
      meta: { align: 'end', narrow: 'asideDetail' },
    }),
    column.display({
      id: 'action',
      header: 'Actions',
      meta: { hideHeader: true, narrow: 'button' },
      cell: ({ row: { original } }) =>
        onChange && <ChangeStockButton unit={original} onClick={() => onChange(original)} />,
    }),
  ])

/** The stock of the product that the URL names: its units, changing them, and every movement. */
export function Component() {
  const id = useSearchParams()[0].get('product') ?? ''
  const { data: stock, error, isFetching, refetch } = useAppQuery(id ? productStockQuery(id) : null)
  const mayEdit = useStaff().may('catalogue')
  const [changing, setChanging] = useState<UnitStock | null>(null)
  const columns = useMemo(() => unitColumns(mayEdit ? setChanging : undefined), [mayEdit])
  const unitNames = useMemo(
    () => new Map((stock?.units ?? []).map((unit) => [unit.variantId ?? '', variantName(unit)])),
    [stock],
  )
  const isGone =
    id === '' || (error instanceof BackendError && (error.status === 404 || error.status === 400))
  if (isGone) {
    return (
      <>
        <PageHead title="Stock" description="Restricted access only" noindex />
        <EmptyState
          level={1}
          title="This product does not exist"
          text="It may have been deleted."
          action={<LinkButton to="/admin/products">Back to the products</LinkButton>}
        />
      </>
    )
  }
  return (
    <>
      <PageHead
        title={stock ? `Stock of ${stock.name}` : 'Stock'}
        description="Restricted access only"
        noindex
      />
      <PageHeader
        title={stock ? `Stock of ${stock.name}` : 'Stock'}
        aside={
          <chakra.span display="flex" justifyContent={{ md: 'flex-end' }}>
            <LinkButton variant="quiet" to={`/admin/products?product=${id}`}>
              Edit product
            </LinkButton>
          </chakra.span>
        }
      />
      <Grid gap="1.5rem">
        <DataTable
          label="Stock"
          columns={columns}
          rows={stock?.units}
          rowId={idOf}
          error={error && 'Failed to load the stock.'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          emptyState={<EmptyState level={2} title="No variants yet" text="Add them in the product’s form." />}
        />
        {stock && (
          <Panel flush title="History">
            <Ledger productId={stock.id} unitNames={unitNames} />
          </Panel>
        )}
      </Grid>
      <ChangeStock unit={changing} onClose={() => setChanging(null)} />
    </>
  )
}
