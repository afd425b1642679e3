import { useToast } from '@shop/ui'
import * as v from 'valibot'
import { TextareaField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useAdvanceCanary, useStopCanary, type Canary } from './canary'
import { maxWhy, why } from './why'

const schema = v.object({ why })

interface CanaryFormProps {
  canary: NonNullable<Canary>
  does: 'advance' | 'stop'
  onClose: () => void
}

/** Who gets a canary next, in words. */
function nextOf({ share }: NonNullable<Canary>): string {
  if (share < 10) return '10 % of visitors'
  return share < 50 ? '50 % of visitors' : 'everybody, and becomes the live set'
}

/** Asks why, and advances or stops the canary. */
export function CanaryForm({ canary, does, onClose }: CanaryFormProps) {
  const toast = useToast()
  const [advance, stop] = [useAdvanceCanary(), useStopCanary()]
  const isAdvance = does === 'advance'
  const form = useKitForm(schema, {
    defaultValues: { why: '' },
    onSubmit: async (values) => {
      await (isAdvance ? advance : stop).mutateAsync({ ...canary, why: values.why })
    },
    onSaved: () => {
      const description = isAdvance ? 'The canary is advanced.' : 'The canary is stopped.'
      toast({ title: 'Success', description, status: 'success' })
      onClose()
    },
    failure: isAdvance ? 'The canary was not advanced.' : 'The canary was not stopped.',
  })
  return (
    <FormDialog
      form={form}
      title={isAdvance ? 'Advance the canary?' : 'Stop the canary?'}
      description={
        isAdvance
          ? `Set ${canary.candidate} goes to ${nextOf(canary)} with their next page.`
          : `Every visitor gets set ${canary.live}, which is live, with their next page.`
      }
      submitLabel={isAdvance ? 'Advance' : 'Stop'}
      onClose={onClose}
    >
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
