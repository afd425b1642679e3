import { counted } from '@shop/pricing'
import { Button, Icon, useToast } from '@shop/ui'
import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { ListScreen, newId } from '../../frame/list-screen/list-screen'
import { useStaff } from '../../frame/staff/use-staff'
import { ArrangeCategories } from './arrange-categories'
import { categoryColumns } from './category-columns'
import { CategoryForm } from './category-form'
import { useDeleteCategory } from './delete-category'
import { officeCategoriesQuery, type OfficeCategory } from './office-categories'

const params = v.object({})

/** The categories. */
export function Component() {
  const mayEdit = useStaff().may('catalogue')
  const [toDelete, setToDelete] = useState<OfficeCategory | null>(null)
  return (
    <ListScreen
      title="Categories"
      params={params}
      query={() => officeCategoriesQuery}
      text={({ data }) => (data ? counted(data.length, 'category', 'categories') : '\u00a0')}
      columns={useMemo(() => categoryColumns(mayEdit ? setToDelete : undefined), [mayEdit])}
      aside={({ data = [] }) => mayEdit && data.length > 1 && <ChangeOrder categories={data} />}
      empty={{
        title: 'No categories found',
        text: 'Create your first category, then put products into it.',
      }}
      failure="The categories could not be loaded"
      failureToast="Failed to load categories."
      details={{
        param: 'category',
        add: mayEdit && 'Add Category',
        render: (id, close, { data }) => {
          const category = data?.find((each) => each.id === id)
          if ((mayEdit && id === newId) || category)
            return <CategoryForm category={category} readOnly={!mayEdit} onClose={close} />
          return data && <Missing onClose={close} />
        },
      }}
    >
      <DeleteDialog category={toDelete} onClose={() => setToDelete(null)} />
    </ListScreen>
  )
}

function ChangeOrder({ categories }: { categories: readonly OfficeCategory[] }) {
  const [isArranging, setIsArranging] = useState(false)
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setIsArranging(true)}>
        <Icon as={ArrowDownUp} size="s" />
        Change order
      </Button>
      {isArranging && <ArrangeCategories categories={categories} onClose={() => setIsArranging(false)} />}
    </>
  )
}

/** Says that the category that the URL names is gone. */
function Missing({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  useEffect(() => {
    toast({ title: 'Category not found', description: 'It may have been deleted.', status: 'error' })
    onClose()
  }, [toast, onClose])
  return null
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
