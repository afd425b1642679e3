import { BackendError, useAppQuery } from '@shop/supabase'
import { Dialog, EmptyState, ErrorState, Loading, Skeleton } from '@shop/ui'
import { useState } from 'react'
import { DraftForm } from './draft-form'
import { draftQuery, type Draft } from './draft-record'
import { SettledDraft } from './settled-draft'

interface DraftDialogProps {
  /** Null adds a draft. */
  id: string | null
  onClose: () => void
}

/** A draft in a dialog: its form while it is open, else what has become of it. */
export function DraftDialog({ id, onClose }: DraftDialogProps) {
  // A new draft that was sent, or one whose link has ended, is shown as what it has become.
  const [became, setBecame] = useState<Draft>()
  if (became?.state === 'open' || (id === null && !became))
    return <DraftForm key={became?.version} draft={became} onBecame={setBecame} onClose={onClose} />
  if (became) return <SettledDraft draft={became} onBecame={setBecame} onClose={onClose} />
  return <StoredDraftDialog id={id ?? ''} onBecame={setBecame} onClose={onClose} />
}

function StoredDraftDialog({
  id,
  onBecame,
  onClose,
}: {
  id: string
  onBecame: (draft: Draft) => void
  onClose: () => void
}) {
  const { data, error, isFetching, refetch } = useAppQuery(draftQuery(id))
  // The form keeps what it was opened with: what is read again later must not move under the hands of whoever types.
  const [opened, setOpened] = useState<Draft>()
  if (data && !opened && !isFetching) setOpened(data)
  if (opened?.state === 'open') return <DraftForm draft={opened} onBecame={onBecame} onClose={onClose} />
  if (opened) return <SettledDraft draft={data ?? opened} onBecame={onBecame} onClose={onClose} />
  const isGone = error instanceof BackendError && (error.status === 404 || error.status === 400)
  return (
    <Dialog open placement="wide" title="Draft" onClose={onClose}>
      {isGone ? (
        <EmptyState level={3} title="This draft does not exist" text="Its address may be mistyped." />
      ) : error ? (
        <ErrorState
          level={3}
          title="The draft could not be loaded"
          text="Nothing was changed. Please try again."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading draft">
          <Skeleton height="16rem" />
        </Loading>
      )}
    </Dialog>
  )
}
