import { useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { BackendError, useAppQuery } from '@shop/supabase'
import { Badge, Button, chakra, EmptyState, Grid, LinkButton, PageHeader, Panel, Text } from '@shop/ui'
import { useMemo, useState, type ReactNode } from 'react'
import type { DataColumn } from '../kit/data-column'
import { DataTable } from '../kit/data-table'
import { unitName, variantName } from './stock-unit'
import { useStaff } from '../staff/use-staff'
import { ChangeStock } from './change-stock'
import { Ledger } from './ledger'
import { productStockQuery, type UnitStock } from './stock-record'

const number = (count: number) => count.toLocaleString('en-GB')
const idOf = ({ id }: UnitStock) => id

/** The columns of a product's units. @param actionOf the button of a row */
function unitColumns(actionOf: (unit: UnitStock) => ReactNode): DataColumn<UnitStock>[] {
  return [
    {
      id: 'unit',
      header: 'Variant',
      narrow: 'title',
      cell: (unit) => (
        <>
          <Text fontWeight={520}>{variantName(unit) || unit.name}</Text>
          {!unit.isActive && <Badge status="outline">Inactive</Badge>}
        </>
      ),
    },
    { id: 'sku', header: 'SKU', narrow: 'detail', cell: ({ sku }) => sku ?? <Text color="muted">None</Text> },
    {
      id: 'stock',
      header: 'In stock',
      align: 'end',
      narrow: 'aside',
      cell: ({ stock, isLow }) => (
        <Badge plain={!isLow} status={isLow ? 'danger' : 'neutral'}>
          {number(stock)}
        </Badge>
      ),
    },
    { id: 'held', header: 'Held by payments', align: 'end', cell: ({ held }) => number(held) },
    { id: 'threshold', header: 'Low stock at', align: 'end', cell: ({ threshold }) => number(threshold) },
    {
      id: 'waiting',
      header: 'Waiting',
      align: 'end',
      narrow: 'asideDetail',
      cell: ({ waiting }) => (waiting === 0 ? 'Nobody waits' : `${number(waiting)} waiting`),
    },
    { id: 'action', header: 'Actions', hideHeader: true, narrow: 'button', cell: actionOf },
  ]
}

/** The stock of the product that the URL names: its units, changing them, and every movement. */
export function Component() {
  const id = useSearchParams()[0].get('product') ?? ''
  const { data: stock, error, isFetching, refetch } = useAppQuery(productStockQuery(id))
  const mayEdit = useStaff().may('catalogue')
  const [changing, setChanging] = useState<UnitStock | null>(null)
  const columns = useMemo(
    () =>
      unitColumns(
        (unit) =>
          mayEdit && (
            <Button
              variant="quiet"
              aria-label={`Change stock of ${unitName(unit)}`}
              onClick={() => {
                setChanging(unit)
              }}
            >
              Change
            </Button>
          ),
      ),
    [mayEdit],
  )
  const unitNames = useMemo(
    () => new Map((stock?.units ?? []).map((unit) => [unit.variantId ?? '', variantName(unit)])),
    [stock],
  )
  const isGone = error instanceof BackendError && (error.status === 404 || error.status === 400)
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
