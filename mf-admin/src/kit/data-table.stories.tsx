import { useState } from 'react'
import { columnHelper } from './columns'
import { DataTable, type DataTableProps } from './data-table'

export default {}

interface Product {
  id: string
  name: string
  price: string
}

const products: Product[] = [
  { id: '1', name: 'Silk Robe', price: '£120.00' },
  { id: '2', name: 'Cairn Trio', price: '£24.00' },
]

const column = columnHelper<Product>()
const columns = column.columns([
  column.accessor('name', { header: 'Name', enableSorting: true, meta: { narrow: 'title' } }),
  column.accessor('price', { header: 'Price', meta: { narrow: 'aside', align: 'end' } }),
])

function Products(props: Partial<DataTableProps<Product>>) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set(['2']))
  const [sort, setSort] = useState<string | undefined>('name')
  return (
    <DataTable
      label="Products"
      columns={columns}
      rows={products}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      selection={selection}
      onSelection={setSelection}
      sort={sort}
      onSort={setSort}
      emptyState="No products yet."
      {...props}
    />
  )
}

export const Selected = () => <Products bulkActions="1 selected" />
export const Stale = () => <Products isStale />
export const LoadingRows = () => <Products rows={undefined} />
export const Empty = () => <Products rows={[]} />
export const Failed = () => <Products error="Failed to load products." onRetry={() => undefined} />
