import { counted } from '@shop/pricing'
import { useNavigate } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { EmptyState, Icon, LinkButton, PageHeader } from '@shop/ui'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState } from 'react'
import { ConfirmDialog } from '../kit/confirm-dialog'
import { DataTable } from '../kit/data-table'
import { useErrorToast } from '../kit/use-error-toast'
import { useOpened } from '../kit/use-opened'
import { useStaff } from '../staff/use-staff'
import { searchWordsQuery, type SearchWords } from './list-search-words'
import { useDeleteSearchWords } from './save-search-words'
import { searchWordsColumns } from './search-words-columns'
import { SearchWordsForm } from './search-words-form'

/** The search parameter that names the entry whose form is open. */
const param = 'words'
const addition = 'new'
const formOf = (id: string) => ({ search: new URLSearchParams({ [param]: id }).toString() })

/** What shoppers' words mean: the search asks this list before it takes a word for a typing error. */
export function Component() {
  const mayEdit = useStaff().may('catalogue')
  const { data: entries, error, isFetching, refetch } = useAppQuery(searchWordsQuery)
  useErrorToast(error, 'Failed to load search words.')
  const [toDelete, setToDelete] = useState<SearchWords | null>(null)
  const columns = useMemo(
    () => searchWordsColumns(mayEdit ? ({ id }) => formOf(id) : null, setToDelete),
    [mayEdit],
  )
  const navigate = useNavigate()
  const add = (
    <LinkButton to={formOf(addition)}>
      <Icon as={Plus} size="s" />
      Add search words
    </LinkButton>
  )
  const count = entries && counted(entries.length, 'entry', 'entries')
  return (
    <>
      <PageHead title="Search Words" description="Restricted access only" noindex />
      <PageHeader
        title="Search Words"
        text={`What shoppers type for what the shop calls otherwise.${count ? ` ${count}.` : ''}`}
        aside={mayEdit && add}
      />
      <DataTable
        label="Search words"
        columns={columns}
        rows={entries}
        rowId={idOf}
        onEdit={mayEdit ? ({ id }) => void navigate(formOf(id)) : undefined}
        error={error && !entries ? 'The search words could not be loaded' : null}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
        emptyState={
          <EmptyState
            title="No search words yet"
            text="Add what shoppers type in other words than the shop: lube for glide, blindfold for eye mask."
            action={mayEdit && add}
          />
        }
      />
      {mayEdit && <OpenForm entries={entries} />}
      <DeleteDialog entry={toDelete} onClose={() => setToDelete(null)} />
    </>
  )
}

const idOf = ({ id }: SearchWords) => id

/** The form that the URL names. */
function OpenForm({ entries }: { entries: readonly SearchWords[] | undefined }) {
  const { opened: id, close } = useOpened(param)
  if (id === addition) return <SearchWordsForm key={addition} onClose={close} />
  const entry = entries?.find((each) => each.id === id)
  return entry && <SearchWordsForm key={entry.id} entry={entry} onClose={close} />
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
