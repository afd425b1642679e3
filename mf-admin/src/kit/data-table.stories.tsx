import { useState } from 'react'
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

function Products(props: Partial<DataTableProps<Product>>) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set(['2']))
  const [sort, setSort] = useState<string | undefined>('name')
  return (
    <DataTable
      label="Products"
      columns={[
        { id: 'name', header: 'Name', narrow: 'title', sortable: true, cell: ({ name }) => name },
        { id: 'price', header: 'Price', narrow: 'aside', align: 'end', cell: ({ price }) => price },
      ]}
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
export const LoadingRows = () => <Products rows={undefined} />
export const Empty = () => <Products rows={[]} />
export const Failed = () => <Products error="Failed to load products." onRetry={() => undefined} />
