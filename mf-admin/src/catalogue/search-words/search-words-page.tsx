import { counted } from '@shop/pricing'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { ConfirmDialog } from '../../kit/confirm-dialog'
import { ListScreen, newId } from '../../frame/list-screen/list-screen'
import { useStaff } from '../../frame/staff/use-staff'
import { searchWordsQuery, type SearchWords } from './list-search-words'
import { useDeleteSearchWords } from './save-search-words'
import { searchWordsColumns } from './search-words-columns'
import { SearchWordsForm } from './search-words-form'

const params = v.object({})

/** What shoppers' words mean: the search asks this list before it takes a word for a typing error. */
export function Component() {
  const mayEdit = useStaff().may('catalogue')
  const [toDelete, setToDelete] = useState<SearchWords | null>(null)
  return (
    <ListScreen
      title="Search Words"
      label="Search words"
      params={params}
      query={() => searchWordsQuery}
      text={({ data }) =>
        `What shoppers type for what the shop calls otherwise.${data ? ` ${counted(data.length, 'entry', 'entries')}.` : ''}`
      }
      columns={useMemo(() => searchWordsColumns(mayEdit ? setToDelete : undefined), [mayEdit])}
      empty={{
        title: 'No search words yet',
        text: 'Add what shoppers type in other words than the shop: lube for glide, blindfold for eye mask.',
      }}
      failure="The search words could not be loaded"
      failureToast="Failed to load search words."
      details={{
        param: 'words',
        add: mayEdit && 'Add search words',
        render: (id, close, { data }) => {
          const entry = data?.find((each) => each.id === id)
          return (
            ((mayEdit && id === newId) || entry) && (
              <SearchWordsForm entry={entry} readOnly={!mayEdit} onClose={close} />
            )
          )
        },
      }}
    >
      <DeleteDialog entry={toDelete} onClose={() => setToDelete(null)} />
    </ListScreen>
  )
}

function DeleteDialog({ entry, onClose }: { entry: SearchWords | null; onClose: () => void }) {
  const remove = useDeleteSearchWords()
  // The dialog keeps its words while it closes.
  const [shown, setShown] = useState(entry)
  if (entry && entry !== shown) setShown(entry)
  const confirm = () => {
    if (!entry) return
    remove.mutate(entry.id, {
      onSuccess: () => document.getElementById('main')?.focus(),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      open={entry !== null}
      title="Delete search words"
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      busyLabel="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    >
      Are you sure you want to delete &quot;{shown?.typed.join(', ')}&quot;? This action cannot be undone.
    </ConfirmDialog>
  )
}
