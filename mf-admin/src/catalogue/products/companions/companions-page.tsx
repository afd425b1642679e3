import { useNavigate, useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Button, EmptyState, Grid, LinkButton, PageHeader, Text } from '@shop/ui'
import { useCallback, useMemo } from 'react'
import { columnHelper } from '../../../kit/columns'
import { DataTable } from '../../../kit/data-table'
import { useStaff } from '../../../frame/staff/use-staff'
import { categoryCompanionsQuery, productCompanionsQuery, type Together } from './companions'
import { CompanionDialog } from './companion-dialog'
import { ProductAdder } from './product-adder'

const path = '/admin/products/companions'
const idOf = ({ id }: Together) => id
const column = columnHelper<Together>()

/** The columns of the categories. @param onChange undefined for members who may not change the catalogue */
const columnsOf = (onChange: ((id: string) => void) | undefined) =>
  column.columns([
    column.accessor('name', {
      header: 'Category',
      meta: { width: '30%', narrow: 'title' },
      cell: ({ getValue }) => <b>{getValue()}</b>,
    }),
    column.accessor(({ chosen }) => chosen.map(({ name }) => name).join(', ') || 'Nothing chosen', {
      id: 'companions',
      header: 'Goes with',
      meta: { narrow: 'detail' },
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { align: 'end', narrow: 'aside' },
      cell: ({ row: { id, original } }) =>
        onChange && (
          <Button
            variant="quiet"
            aria-label={`Change what goes with ${original.name}`}
            onClick={() => onChange(id)}
          >
            Change
          </Button>
        ),
    }),
  ])

/** What goes with what: the pairs of categories, and over them the form of the category or product that the URL names. */
export function Component() {
  const mayEdit = useStaff().may('catalogue')
  const { data: categories, error, isFetching, refetch } = useAppQuery(categoryCompanionsQuery)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const open = useCallback(
    (id: string) => void navigate({ search: new URLSearchParams({ category: id }).toString() }),
    [navigate],
  )
  const columns = useMemo(() => columnsOf(mayEdit ? open : undefined), [mayEdit, open])
  return (
    <>
      <PageHead title="What goes together" description="Restricted access only" noindex />
      <PageHeader
        title="What goes together"
        text="“You may also need” on product pages, and the suggestions in the cart"
        aside={
          <LinkButton variant="quiet" to="/admin/products">
            Products
          </LinkButton>
        }
      />
      <Grid gap="1.1rem">
        <Text maxWidth="70ch">
          For a single product, open “Goes with” in the menu of its row in the list of products. Where nothing
          is chosen for a product, or what is chosen is sold out, the categories below step in with their
          least expensive pieces.
        </Text>
        <DataTable
          label="Categories and what goes with them"
          columns={columns}
          rows={categories}
          rowId={idOf}
          onEdit={mayEdit ? ({ id }) => open(id) : undefined}
          error={error && !categories ? 'The categories could not be loaded' : null}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          emptyState={<EmptyState title="No categories found" text="Create your first category." />}
        />
      </Grid>
      {mayEdit && (
        <>
          <OpenCategory id={params.get('category')} categories={categories} />
          <OpenProduct id={params.get('product')} />
        </>
      )}
    </>
  )
}

function OpenCategory({
  id,
  categories,
}: {
  id: string | null
  categories: readonly Together[] | undefined
}) {
  const navigate = useNavigate()
  const category = categories?.find((each) => each.id === id)
  if (!categories || !category) return null
  return (
    <CompanionDialog
      key={category.id}
      of="category"
      together={category}
      description="Where nothing is chosen for a product itself."
      adder={(chosen, add) => (
        <Grid gap=".5rem" justifyItems="start">
          {categories
            .filter((other) => other.id !== category.id && !chosen.some((choice) => choice.id === other.id))
            .map(({ id: other, name }) => (
              <Button
                key={other}
                variant="text"
                onClick={() => {
                  add({ id: other, name })
                }}
              >
                Add {name}
              </Button>
            ))}
        </Grid>
      )}
      onClose={() => void navigate(path, { preventScrollReset: true })}
    />
  )
}

function OpenProduct({ id }: { id: string | null }) {
  const navigate = useNavigate()
  const { data: product, error } = useAppQuery(id === null ? null : productCompanionsQuery(id))
  if (id === null) return null
  if (error || product === null)
    return (
      <Text role="alert" marginTop="1.1rem">
        {error ? 'The product could not be loaded.' : 'This product does not exist.'}
      </Text>
    )
  if (!product) return null
  return (
    <CompanionDialog
      key={product.id}
      of="product"
      together={product}
      description="Up to 12; shoppers see the first three that are in stock."
      adder={(chosen, add) => (
        <ProductAdder taken={[product.id, ...chosen.map((choice) => choice.id)]} onAdd={add} />
      )}
      onClose={() => void navigate('/admin/products')}
    />
  )
}
