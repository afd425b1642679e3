import { counted } from '@shop/pricing'
import { useNavigate } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Button, EmptyState, Flex, Icon, LinkButton, PageHeader, useToast } from '@shop/ui'
import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useMemo, useState } from 'react'
import { ConfirmDialog } from '../kit/confirm-dialog'
import { DataTable } from '../kit/data-table'
import { useErrorToast } from '../kit/use-error-toast'
import { useOpened } from '../kit/use-opened'
import { useStaff } from '../staff/use-staff'
import { ArrangeCategories } from './arrange-categories'
import { categoryColumns } from './category-columns'
import { CategoryForm } from './category-form'
import { useDeleteCategory } from './delete-category'
import { officeCategoriesQuery, type OfficeCategory } from './office-categories'

/** The search parameter that names the category whose form is open. */
const param = 'category'
const addition = 'new'
const formOf = (id: string) => ({ search: new URLSearchParams({ [param]: id }).toString() })
const failure = 'Failed to load categories.'

/** The categories. */
export function Component() {
  const mayEdit = useStaff().may('catalogue')
  const { data: categories, error, isFetching, refetch } = useAppQuery(officeCategoriesQuery)
  useErrorToast(error, failure)
  const [toDelete, setToDelete] = useState<OfficeCategory | null>(null)
  const columns = useMemo(
    () => categoryColumns(mayEdit ? ({ id }) => formOf(id) : null, setToDelete),
    [mayEdit],
  )
  const navigate = useNavigate()
  const [isArranging, setIsArranging] = useState(false)
  const add = (
    <LinkButton to={formOf(addition)}>
      <Icon as={Plus} size="s" />
      Add Category
    </LinkButton>
  )
  const tools = (
    <Flex flexWrap="wrap" justifyContent="flex-end" gap=".75rem">
      {categories && categories.length > 1 && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setIsArranging(true)}>
          <Icon as={ArrowDownUp} size="s" />
          Change order
        </Button>
      )}
      {add}
    </Flex>
  )
  const count = categories && counted(categories.length, 'category', 'categories')
  return (
    <>
      <PageHead title="Categories" description="Restricted access only" noindex />
      <PageHeader title="Categories" text={count ?? '\u00a0'} aside={mayEdit && tools} />
      <DataTable
        label="Categories"
        columns={columns}
        rows={categories}
        rowId={idOf}
        onEdit={mayEdit ? ({ id }) => void navigate(formOf(id)) : undefined}
        error={error && !categories ? 'The categories could not be loaded' : null}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
        emptyState={
          <EmptyState
            title="No categories found"
            text="Create your first category, then put products into it."
            action={mayEdit && add}
          />
        }
      />
      {mayEdit && <OpenForm categories={categories} />}
      {isArranging && categories && (
        <ArrangeCategories categories={categories} onClose={() => setIsArranging(false)} />
      )}
      <DeleteDialog category={toDelete} onClose={() => setToDelete(null)} />
    </>
  )
}

const idOf = ({ id }: OfficeCategory) => id

/** The form that the URL names. */
function OpenForm({ categories }: { categories: readonly OfficeCategory[] | undefined }) {
  const { opened: id, close } = useOpened(param)
  const toast = useToast()
  const category = categories?.find((each) => each.id === id)
  const isMissing = id !== null && id !== addition && categories !== undefined && !category
  useEffect(() => {
    if (!isMissing) return
    toast({ title: 'Category not found', description: 'It may have been deleted.', status: 'error' })
    close()
  }, [isMissing, toast, close])
  if (id === addition) return <CategoryForm key={addition} onClose={close} />
  return category && <CategoryForm key={category.id} category={category} onClose={close} />
}

function DeleteDialog({ category, onClose }: { category: OfficeCategory | null; onClose: () => void }) {
  const remove = useDeleteCategory()
  // The dialog keeps its words while it closes.
  const [shown, setShown] = useState(category)
  if (category && category !== shown) setShown(category)
  const confirm = () => {
    if (!category) return
    remove.mutate(category.id, {
      onSuccess: () => document.getElementById('main')?.focus(),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      open={category !== null}
      title="Delete category"
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      busyLabel="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    >
      Are you sure you want to delete &quot;{shown?.name}&quot;? This action cannot be undone.
    </ConfirmDialog>
  )
}
