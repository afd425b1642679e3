import { TextareaField } from '../../kit/fields'
import { maxWhy } from './why'

/** Why somebody changes what visitors get. */
export function ReasonField({ name }: { name: string }) {
  return (
    <TextareaField
      name={name}
      label="Reason"
      required
      rows={3}
      maxLength={maxWhy}
      hint="Kept in the history and the audit log."
    />
  )
}
