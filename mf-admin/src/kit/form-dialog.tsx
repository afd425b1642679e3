import { Button, Dialog } from '@shop/ui'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { DialogActions } from './confirm-dialog'
import { Form, SubmitButton, type KitForm } from './form'

interface FormDialogProps<Input extends FieldValues, Output> {
  form: KitForm<Input, Output>
  title: string
  description?: ReactNode
  /** Closes the dialog; asked first if there are unsaved changes. */
  onClose: () => void
  /** 'Create Category', 'Save Changes'. */
  submitLabel: string
  /** While a field is not ready, such as a picture that is prepared. */
  submitDisabled?: boolean
  /** Where 'Cancel' could be taken for what the dialog does. */
  cancelLabel?: string
  /** The record may only be read: its fields are text, and there is no button that saves. */
  readOnly?: boolean
  placement?: 'centre' | 'wide'
  /** At the left of the buttons, such as a shortcut or "Delete". */
  aside?: ReactNode
  children: ReactNode
}

/** A form in a dialog, with Cancel and a button that reads 'Saving...' while busy. Mount it to open it. */
export function FormDialog<Input extends FieldValues, Output>(props: FormDialogProps<Input, Output>) {
  const { form, title, description, submitLabel, placement, aside, children } = props
  const { isSubmitting } = form.formState
  const close = () => {
    if (!isSubmitting) form.guard.leave(props.onClose)
  }
  return (
    <Dialog open title={title} description={description} placement={placement} onClose={close}>
      <Form form={form} readOnly={props.readOnly}>
        {children}
        <DialogActions>
          {aside && <span style={{ marginInlineEnd: 'auto' }}>{aside}</span>}
          <Button variant="quiet" onClick={close}>
            {props.readOnly ? 'Close' : (props.cancelLabel ?? 'Cancel')}
          </Button>
          {!props.readOnly && <SubmitButton disabled={props.submitDisabled}>{submitLabel}</SubmitButton>}
        </DialogActions>
      </Form>
    </Dialog>
  )
}
