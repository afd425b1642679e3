import { cleanText } from '@shop/settings'
import { BackendError, useBackend } from '@shop/supabase'
import { Button, useToast } from '@shop/ui'
import * as v from 'valibot'
import { errorWords } from '../../kit/error-words'
import { SwitchField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useUndoToast } from '../../kit/undo-toast'
import { useRefresh } from '../staff/use-refresh'
import { useStaff } from '../staff/use-staff'
import {
  addView,
  changeView,
  deleteView,
  maxName,
  type SavedView,
  type ViewDraft,
  type ViewScreen,
} from './saved-views'

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.transform(cleanText),
    v.nonEmpty('Please name the view.'),
    v.maxLength(maxName, `At most ${String(maxName)} characters, please.`),
  ),
  isDefault: v.boolean(),
  isShared: v.boolean(),
  takesShown: v.boolean(),
})

interface ViewDialogsProps {
  screen: ViewScreen
  /** The view to change; undefined saves a new one. */
  view?: SavedView
  /** What the list shows now. */
  shown: Pick<SavedView, 'query' | 'hiddenColumns'>
  onClose: () => void
}

const draftOf = ({ name, query, hiddenColumns, isShared, isDefault }: SavedView): ViewDraft => ({
  name,
  query,
  hiddenColumns,
  isShared,
  isDefault,
})

/** Saves what a list shows under a name, or renames, updates, shares or deletes a view. */
export function ViewDialogs({ screen, view, shown, onClose }: ViewDialogsProps) {
  const backend = useBackend()
  const { may } = useStaff()
  const refresh = useRefresh()
  const toast = useToast()
  const undoToast = useUndoToast()
  const fail = (error: unknown, words: string) => {
    console.error(error)
    toast({ title: 'Error', description: errorWords(error, words), status: 'error' })
  }
  const form = useKitForm(schema, {
    defaultValues: {
      name: view?.name ?? '',
      isDefault: view?.isDefault ?? false,
      isShared: view?.isShared ?? false,
      takesShown: false,
    },
    onSubmit: ({ takesShown, ...rest }) =>
      view
        ? changeView(backend, view.id, { ...draftOf(view), ...(takesShown && shown), ...rest })
        : addView(backend, screen, { ...shown, ...rest }),
    onSaved: () => {
      toast({ title: view ? 'View changed' : 'View saved', status: 'success' })
      void refresh('views')
      onClose()
    },
    onRejected: (error, rejected) => {
      if (!(error instanceof BackendError) || error.code !== '23505') return false
      rejected.setError('name', { message: 'You already have a view with this name.' }, { shouldFocus: true })
      return true
    },
    failure: 'Failed to save the view. Please try again.',
  })
  const restore = (deleted: SavedView) => {
    addView(backend, screen, draftOf(deleted)).then(
      () => refresh('views'),
      (error: unknown) => fail(error, 'Failed to restore the view. Please save it again.'),
    )
  }
  const remove = (deleted: SavedView) => {
    deleteView(backend, deleted.id).then(
      () => {
        undoToast({ title: `View “${deleted.name}” deleted`, onUndo: () => restore(deleted) })
        void refresh('views')
        form.guard.release()
        onClose()
      },
      (error: unknown) => fail(error, 'Failed to delete the view. Please try again.'),
    )
  }
  return (
    <FormDialog
      form={form}
      title={view ? 'Change view' : 'Save this view'}
      description="A view keeps filters, order and columns of this list."
      submitLabel={view ? 'Save Changes' : 'Save view'}
      onClose={onClose}
      aside={
        view && (
          <Button variant="text" onClick={() => remove(view)}>
            Delete
          </Button>
        )
      }
    >
      <TextField {...form.field('name')} label="Name" required maxLength={maxName} autoComplete="off" />
      {view && (
        <SwitchField
          {...form.field('takesShown')}
          label="Update it with what is shown now"
          hint="Filters, order and columns of the list as it is."
        />
      )}
      <SwitchField
        {...form.field('isDefault')}
        label="Open the list with this view"
        hint="For you alone, whenever the list is opened without filters."
      />
      {may('settings') && (
        <SwitchField
          {...form.field('isShared')}
          label="Share with all staff"
          hint="Others can use it, not change it."
        />
      )}
    </FormDialog>
  )
}
