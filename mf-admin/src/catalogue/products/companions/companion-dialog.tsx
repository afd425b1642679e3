import { Button, Dialog, Grid, useToast } from '@shop/ui'
import { useState, type ReactNode } from 'react'
import { DialogActions } from '../../../kit/confirm-dialog'
import { errorWords } from '../../../kit/error-words'
import { useUnsavedGuard } from '../../../kit/unsaved-guard'
import { CompanionList } from './companion-list'
import { maxCompanions, useSaveCompanions, type Choice, type Together } from './companions'

interface CompanionDialogProps {
  of: 'product' | 'category'
  together: Together
  description: string
  /** Offers what may be added; not called while the list is full. */
  adder: (chosen: readonly Choice[], add: (choice: Choice) => void) => ReactNode
  onClose: () => void
}

/** Chooses what goes with a product or a category, and in which order. */
export function CompanionDialog({ of, together, description, adder, onClose }: CompanionDialogProps) {
  const [start] = useState(together)
  const [chosen, setChosen] = useState<readonly Choice[]>(start.chosen)
  const save = useSaveCompanions()
  const toast = useToast()
  const ids = chosen.map(({ id }) => id)
  const guard = useUnsavedGuard(ids.join() !== start.chosen.map(({ id }) => id).join())
  const close = () => {
    if (!save.isPending) guard.leave(onClose)
  }
  const submit = () => {
    save.mutate(
      { of, before: start, companions: ids },
      {
        onSuccess: () => {
          guard.release()
          toast({ title: 'Success', description: 'What goes together was saved.', status: 'success' })
          onClose()
        },
        onError: (error) => {
          console.error(error)
          toast({
            title: 'Error',
            description: errorWords(error, 'Failed to save what goes together. Please try again.'),
            status: 'error',
          })
        },
      },
    )
  }
  return (
    <Dialog open title={`Goes with ${start.name}`} description={description} onClose={close}>
      <Grid gap="1.25rem">
        <CompanionList chosen={chosen} onChange={setChosen} />
        {chosen.length < maxCompanions &&
          adder(chosen, (choice) => {
            setChosen([...chosen, choice])
          })}
      </Grid>
      <DialogActions>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
        <Button busy={save.isPending} busyLabel="Saving..." onClick={submit}>
          Save
        </Button>
      </DialogActions>
      {guard.question}
    </Dialog>
  )
}
