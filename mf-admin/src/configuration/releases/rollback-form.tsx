import { useToast } from '@shop/ui'
import * as v from 'valibot'
import { TextareaField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useRollBack, type Composition } from './composition'
import { maxWhy, why } from './why'
import { rollbackChanges } from './release-words'
import { VersionChanges } from './version-changes'

const schema = v.object({ why })

interface RollbackFormProps {
  composition: Composition
  /** The set that is made live again. */
  to: string
  onClose: () => void
}

/** Asks why, says what changes, and makes the set before live again. */
export function RollbackForm({ composition, to, onClose }: RollbackFormProps) {
  const toast = useToast()
  const rollBack = useRollBack()
  const form = useKitForm(schema, {
    defaultValues: { why: '' },
    onSubmit: (values) => rollBack.mutateAsync({ to, why: values.why }),
    onSaved: () => {
      toast({ title: 'Success', description: `Set ${to} is live again.`, status: 'success' })
      onClose()
    },
    failure: 'The shop was not rolled back.',
  })
  return (
    <FormDialog
      form={form}
      title="Roll back the shop?"
      description={`Set ${to}, which was live before, becomes live for every visitor with their next page. Open checkouts keep the set that they began with.`}
      submitLabel="Roll back"
      onClose={onClose}
    >
      <VersionChanges changes={rollbackChanges(composition)} />
      <TextareaField
        {...form.field('why')}
        label="Reason"
        required
        rows={3}
        maxLength={maxWhy}
        hint="Kept in the history and the audit log."
      />
    </FormDialog>
  )
}
