import { Link, useNavigate, useSearchParams } from '@shop/router'
import { PageHead, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { chakra, EmptyState, Grid, Icon, LinkButton, PageHeader, onDemand } from '@shop/ui'
import Upload from 'lucide-react/icons/upload'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState } from 'react'
import { ColumnChoice, useHiddenColumns } from '../kit/column-choice'
import { ConfirmDialog } from '../kit/confirm-dialog'
import { DataTable } from '../kit/data-table'
import { Pager } from '../kit/pager'
import { useUrlState } from '../kit/url-state'
import { ExportButton } from './files/export-button'
import { useStaff } from '../staff/use-staff'
import { ViewMenu } from '../views/view-menu'
import { BulkActions } from './bulk/bulk-actions'
import { SelectMatching } from './bulk/select-matching'
import { useBulkChange } from './bulk/use-bulk-change'
import { categoryChoicesQuery } from './list-categories'
import { productListQuery, type ListedProduct, type ProductPage } from './list-products'
import { productColumns } from './product-columns'
import { ProductFilters } from './product-filters'
import { useProductLinks } from './product-links'
import { filterOf, productListParams } from './product-list-state'
import { RowActions } from './row-actions'
import { useProductChanges } from './use-product-changes'
import { useSearchKey } from './use-search-key'
import { useSelectedProducts } from './use-selected-products'

const ProductForm = onDemand(async () => (await import('./form/product-form')).ProductForm, 'The product')

const NameLink = chakra(Link, { base: { '&:hover': { textDecoration: 'underline' } } })

/** "27 products", "more than 1,000 products". */
function countOf({ total, isExact }: ProductPage): string {
  const count = total.toLocaleString('en-GB')
  if (!isExact) return `More than ${count} products`
  return total === 1 ? '1 product' : `${count} products`
}

const hideable = ['sku', 'category', 'status']

/** All products: search, filters, order, and what staff do with one or many of them. */
export function Component() {
  const [state, change] = useUrlState(productListParams)
  const filter = useMemo(() => filterOf(state), [state])
  const list = useAppQuery(productListQuery(filter, state.sort, state.page), { keepPrevious: true })
  const categories = useAppQuery(categoryChoicesQuery)
  const { stock } = useSettings()
  const mayEdit = useStaff().may('catalogue')
  const links = useProductLinks()
  const navigate = useNavigate()
  const changes = useProductChanges()
  const [deleting, setDeleting] = useState<ListedProduct | null>(null)
  const [hidden, setHidden] = useHiddenColumns('products')
  const page = list.data
  const selection = useSelectedProducts(page?.rows)
  const bulk = useBulkChange(selection.clear)
  useSearchKey()

  const columns = productColumns(
    stock.adminLowBelow,
    ({ id, name }) => <NameLink to={links.edit(id)}>{name}</NameLink>,
    (product) => mayEdit && <RowActions product={product} changes={changes} onDelete={setDeleting} />,
  )
  // A list that is shown already stays when reading it again fails.
  const error = (!page && list.error) || (!categories.data && categories.error)
  const retry = () => {
    void list.refetch()
    if (categories.error) void categories.refetch()
  }
  const isFiltered = Object.keys(filter).length > 0

  return (
    <>
      <PageHead title="Products" description="Restricted access only" noindex />
      <PageHeader
        title="Products"
        text={page ? countOf(page) : 'Loading'}
        aside={
          <chakra.span display="flex" flexWrap="wrap" justifyContent="flex-end" gap=".6rem">
            <ViewMenu
              screen="products"
              params={productListParams}
              columns={{ hidden, known: hideable, change: setHidden }}
            />
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
                <LinkButton to={links.add}>
                  <Icon as={Plus} size="s" />
                  Add product
                </LinkButton>
              </>
            )}
          </chakra.span>
        }
      />
      <Grid gap="1.1rem">
        <ProductFilters
          state={state}
          change={change}
          categories={categories.data ?? []}
          aside={
            <chakra.span marginInlineStart={{ lg: 'auto' }} display={{ base: 'none', lg: 'block' }}>
              <ColumnChoice
                columns={columns.filter(({ id }) => hideable.includes(id))}
                hidden={[...hidden]}
                onChange={setHidden}
              />
            </chakra.span>
          }
        />
        <DataTable
          label="Products"
          columns={columns}
          rows={page?.rows}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          hiddenColumns={hidden}
          sort={state.sort}
          onSort={(sort) => change({ sort: asSort(sort) })}
          isStale={list.isPlaceholderData}
          error={error ? 'Failed to load products and categories.' : null}
          onRetry={retry}
          isRetrying={list.isFetching || categories.isFetching}
          onEdit={({ id }) => void navigate(links.edit(id))}
          emptyState={
            <EmptyState
              level={2}
              title="No products found"
              text={
                isFiltered ? 'Adjust the filters to see more.' : 'Create your first product to get started.'
              }
              action={!isFiltered && mayEdit && <LinkButton to={links.add}>Add product</LinkButton>}
            />
          }
          {...(mayEdit && {
            selection: selection.ids,
            onSelection: selection.select,
            bulkActions: (
              <BulkActions
                products={selection.products}
                categories={categories.data ?? []}
                changes={bulk}
                onArchive={changes.archive}
                onClear={selection.clear}
                aside={
                  page && (
                    <SelectMatching
                      page={page}
                      filter={filter}
                      sort={state.sort}
                      selected={selection.ids.size}
                      onSelect={selection.selectProducts}
                    />
                  )
                }
              />
            ),
          })}
        />
        {page && <Pager page={page.page} pages={page.pages} />}
      </Grid>
      <OpenForm />
      {bulk.report}
      <ConfirmDialog
        open={deleting !== null}
        title="Delete product"
        confirmLabel="Delete"
        danger
        busy={changes.isRemoving}
        busyLabel="Deleting..."
        onClose={() => {
          setDeleting(null)
        }}
        onConfirm={() => {
          if (deleting)
            changes.remove(deleting, () => {
              setDeleting(null)
            })
        }}
      >
        {deleting && `Are you sure you want to delete "${deleting.name}"? This action cannot be undone.`}
      </ConfirmDialog>
    </>
  )
}

/** The form of the product that the URL names. */
function OpenForm() {
  const id = useSearchParams()[0].get('product')
  const links = useProductLinks()
  const navigate = useNavigate()
  if (id === null) return null
  const close = () => void navigate(links.list, { preventScrollReset: true })
  return <ProductForm key={id} id={id === 'new' ? undefined : id} onClose={close} />
}

type Sort = ReturnType<typeof useUrlState<typeof productListParams.entries>>[0]['sort']

/** The order that a column's head asks for, or the usual one. */
function asSort(sort: string | undefined): Sort {
  const known: readonly Sort[] = ['name', '-name', 'price', '-price', 'stock', '-stock']
  return known.find((other) => other === sort) ?? 'newest'
}
