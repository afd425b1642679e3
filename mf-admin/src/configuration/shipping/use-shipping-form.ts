import { useToast } from '@shop/ui'
import { useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import type { ConflictField } from '../../kit/conflict-view'
import { useKitForm } from '../../kit/form'
import { useConflict, type Versioned } from '../../kit/use-conflict'
import { isGone, kindWords, useSaveShipping } from './change-shipping'
import type { Kind } from './office-shipping'

interface Options<Input extends FieldValues, Output extends object> {
  kind: Kind
  /** Undefined adds a record. */
  record: { id: string } | undefined
  schema: GenericSchema<Input, Output>
  /** The form of a new record. */
  empty: Input
  /** A record from the database as the form shows it. */
  read: (record: unknown) => Versioned<Input>
  /** The fields in order, as two versions are compared. */
  fields: readonly ConflictField<Input>[]
  onClose: () => void
}

/**
 * The form of a zone, method or rule; its fields are called like the columns. A record that somebody has deleted meanwhile
 * keeps its form, which then adds it anew.
 */
export function useShippingForm<Input extends FieldValues, Output extends object>(
  options: Options<Input, Output>,
) {
  const { kind, record, schema, empty, read, fields, onClose } = options
  const word = kindWords[kind]
  const toast = useToast()
  const save = useSaveShipping()
  const [gone, setGone] = useState(false)
  const [opened] = useState(() => (record ? read(record) : { version: 0, values: empty }))
  const conflict = useConflict<Input>(opened, fields, read)
  const isNew = !record || gone
  const form = useKitForm<Input, Output, void>(schema, {
    defaultValues: opened.values as DefaultValues<Input>,
    onSubmit: (values) =>
      save.mutateAsync({
        kind,
        ...(!isNew && { id: record.id, version: conflict.base().version }),
        fields: values,
      }),
    onSaved: () => {
      const description = `${word} ${isNew ? 'created' : 'updated'} successfully.`
      toast({ title: 'Success', description, status: 'success' })
      onClose()
    },
    onRejected: (error, rejected) => {
      if (!isGone(error)) return conflict.catchStale(error, rejected)
      setGone(true)
      toast({ title: `${word} not found`, description: error.message, status: 'error' })
      return true
    },
    failure: `Failed to save ${kind}. Please try again.`,
  })
  return {
    form,
    /** What was changed or deleted meanwhile, for the top of the form. */
    conflict: conflict.view,
    gone: gone && `Somebody has deleted this ${kind}. Saving adds it again.`,
    title: `${isNew ? 'Add' : 'Edit'} ${word}`,
    submitLabel: isNew ? `Create ${word}` : 'Save Changes',
  }
}
