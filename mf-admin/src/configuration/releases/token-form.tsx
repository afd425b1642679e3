import { Button, Dialog, Field, Icon, Input } from '@shop/ui'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import * as v from 'valibot'
import { DialogActions } from '../../kit/confirm-dialog'
import { requiredText } from '../../kit/field-rules'
import { SelectField, TextField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { useCopy } from '../../kit/use-copy'
import { useCreateToken } from './tokens'

/** As long as the database keeps what a token is for. */
const maxName = 60

const schema = v.object({
  remote: v.pipe(v.string(), v.nonEmpty('Choose a member.')),
  name: requiredText('Say what the token is for.', maxName),
  days: v.pipe(v.string(), v.toNumber()),
})

interface TokenFormProps {
  /** Names of the members of the shop. */
  members: readonly string[]
  /** Is told the new token. */
  onCreated: (token: string) => void
  onClose: () => void
}

/** Makes a token for one member. */
export function TokenForm({ members, onCreated, onClose }: TokenFormProps) {
  const create = useCreateToken()
  const form = useKitForm(schema, {
    defaultValues: { remote: '', name: '', days: '90' },
    onSubmit: (values) => create.mutateAsync(values),
    onSaved: onCreated,
    failure: 'The token was not made.',
  })
  return (
    <FormDialog
      form={form}
      title="New release token"
      description="Whoever has it can promote and roll back this member, and no other."
      submitLabel="Make Token"
      onClose={onClose}
    >
      <SelectField {...form.field('remote')} label="Member" required>
        <option value="">Choose</option>
        {members.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.field('name')}
        label="What for"
        required
        maxLength={maxName}
        hint="The history of releases names it, such as the team’s pipeline."
      />
      <SelectField {...form.field('days')} label="Lasts" required>
        <option value="30">30 days</option>
        <option value="90">90 days</option>
        <option value="366">A year</option>
      </SelectField>
    </FormDialog>
  )
}

/** Shows a new token, which nobody can read again. */
export function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const [copied, copy] = useCopy('The token is on your clipboard.')
  return (
    <Dialog
      open
      title="The release token"
      description="It is shown this once. Keep it as a secret of the team’s pipeline."
      onClose={onClose}
    >
      <Field label="Token" hint="Set it as RELEASE_TOKEN for npm run release, promote and rollback.">
        <Input readOnly value={token} onFocus={({ currentTarget }) => currentTarget.select()} />
      </Field>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
        <Button onClick={() => void copy(token)}>
          <Icon as={copied ? Check : Copy} size="s" />
          {copied ? 'Copied' : 'Copy Token'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
