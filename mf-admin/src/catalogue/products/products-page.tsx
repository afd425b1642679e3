import { useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Icon, LinkButton, onDemand } from '@shop/ui'
import Upload from 'lucide-react/icons/upload'
import { useMemo, useState } from 'react'
import { countOf } from '../../kit/list-page'
import { ListScreen, newId } from '../../frame/list-screen/list-screen'
import { useStaff } from '../../frame/staff/use-staff'
import { BulkActions } from './bulk/bulk-actions'
import { SelectMatching } from './bulk/select-matching'
import { useBulkChange } from './bulk/use-bulk-change'
import { DeleteProduct } from './delete-product'
import { ExportButton } from './files/export-button'
import { categoryChoicesQuery } from './list-categories'
import { productListQuery, type ListedProduct } from './list-products'
import { productColumns } from './product-columns'
import { productFilters, productListParams } from './product-list-state'
import { RowChanges } from './row-actions'
import { useProductChanges } from './use-product-changes'
import { useSelectedProducts } from './use-selected-products'

const ProductForm = onDemand(async () => (await import('./form/product-form')).ProductForm, 'The product')

/** All products: search, filters, order, and what staff do with one or many of them. */
export function Component() {
  const categories = useAppQuery(categoryChoicesQuery)
  const { stock } = useSettings()
  const mayEdit = useStaff().may('catalogue')
  const changes = useProductChanges()
  const [deleting, setDeleting] = useState<ListedProduct | null>(null)
  const selected = useSelectedProducts()
  const bulk = useBulkChange(selected.clear)
  const endDeleting = () => setDeleting(null)
  return (
    <RowChanges value={mayEdit ? { ...changes, onDelete: setDeleting } : null}>
      <ListScreen
        title="Products"
        params={productListParams}
        query={({ filter, state }) => productListQuery(filter, state.sort, state.page)}
        needs={categories}
        text={({ data }) => countOf(data, 'product')}
        columns={useMemo(() => productColumns(stock.adminLowBelow), [stock.adminLowBelow])}
        search={{ label: 'Search by name or SKU', chip: 'Search' }}
        filters={() => productFilters(categories.data ?? [])}
        views="products"
        aside={({ filter }) => (
          <>
            <ExportButton filter={filter} />
            {mayEdit && (
              <>
                <LinkButton variant="quiet" to="/admin/products/companions">
                  What goes together
                </LinkButton>
                <LinkButton variant="quiet" to="/admin/products/import">
                  <Icon as={Upload} size="s" />
                  Import
                </LinkButton>
              </>
            )}
          </>
        )}
        empty={{ title: 'No products found', text: 'Create your first product to get started.' }}
        emptyFiltered={{ title: 'No products found', text: 'Adjust the filters to see more.' }}
        failure="The products could not be loaded"
        failureToast="Failed to load products and categories."
        details={{
          param: 'product',
          add: mayEdit && 'Add product',
          render: (id, close) => <ProductForm id={id === newId ? undefined : id} onClose={close} />,
        }}
        selection={({ data, filter, state }) =>
          mayEdit && {
            rowName: ({ name }) => name,
            selection: selected.ids,
            onSelection: (ids) => selected.select(ids, data?.rows),
            bulkActions: (
              <BulkActions
                products={selected.productsAs(data?.rows)}
                categories={categories.data ?? []}
                changes={bulk}
                onArchive={changes.archive}
                onClear={selected.clear}
                aside={
                  data && (
                    <SelectMatching
                      page={data}
                      filter={filter}
                      sort={state.sort}
                      selected={selected.ids.size}
                      onSelect={selected.selectProducts}
                    />
                  )
                }
              />
            ),
          }
        }
      />
      {bulk.report}
      {deleting && (
        <DeleteProduct
          product={deleting}
          busy={changes.isRemoving}
          onClose={endDeleting}
          onDelete={() => changes.remove(deleting, endDeleting)}
          onArchive={() => {
            changes.archive([deleting])
            endDeleting()
          }}
        />
      )}
    </RowChanges>
  )
}
