import { useToast } from '@shop/ui'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { ReasonField } from './reason-field'
import { why } from './why'

const schema = v.object({ why })

interface ReasonFormProps {
  title: string
  description: string
  submitLabel: string
  /** Sends the reason. */
  onSubmit: (why: string) => Promise<unknown>
  /** What the toasts say, once it is done and when it was not. */
  done: string
  failure: string
  onClose: () => void
  /** What changes. */
  children?: ReactNode
}

/** Asks why what visitors get is changed, and changes it. */
export function ReasonForm({ onSubmit, done, failure, onClose, children, ...dialog }: ReasonFormProps) {
  const toast = useToast()
  const form = useKitForm(schema, {
    defaultValues: { why: '' },
    onSubmit: (values) => onSubmit(values.why),
    onSaved: () => {
      toast({ title: 'Success', description: done, status: 'success' })
      onClose()
    },
    failure,
  })
  return (
    <FormDialog form={form} {...dialog} onClose={onClose}>
      {children}
      <ReasonField {...form.field('why')} />
    </FormDialog>
  )
}
