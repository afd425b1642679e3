import { cleanCode, cleanText, isEmail } from '@shop/settings'
import { useToast } from '@shop/ui'
import * as v from 'valibot'
import { SelectField, TextField } from '../../kit/fields'
import { requiredText } from '../../kit/field-rules'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { staffRoles } from '../../frame/staff/role-words'
import { useInvite } from './office-staff'
import { RoleHint, RoleOptions } from './role-options'

const schema = v.object({
  email: v.pipe(
    v.string(),
    v.transform(cleanCode),
    v.nonEmpty('Enter an email address.'),
    v.check((value) => value === '' || isEmail(value), 'Enter an email address, such as ada@example.com.'),
  ),
  first_name: requiredText('Enter a first name.', 100),
  last_name: v.pipe(v.string(), v.transform(cleanText), v.maxLength(100, 'Use at most 100 characters.')),
  role: v.picklist(staffRoles),
})

/** The dialog that invites somebody to work here. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const invite = useInvite()
  const form = useKitForm(schema, {
    defaultValues: { email: '', first_name: '', last_name: '', role: 'moderator' },
    onSubmit: async (values) => {
      await invite.mutateAsync(values)
      return values.email
    },
    onSaved: (email) => {
      toast({
        title: 'Invitation sent',
        description: `It goes to ${email} within a minute and is valid for 7 days.`,
        status: 'success',
      })
      onClose()
    },
    failure: 'The invitation was not sent.',
  })
  return (
    <FormDialog
      form={form}
      title="Invite staff"
      description="Who is invited gets an email with a link, and chooses a password there."
      submitLabel="Send invitation"
      onClose={onClose}
    >
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <TextField
        {...form.field('first_name')}
        label="First name"
        autoComplete="off"
        maxLength={100}
        required
      />
      <TextField {...form.field('last_name')} label="Last name" autoComplete="off" maxLength={100} optional />
      <SelectField {...form.field('role')} label="Role" hint={<RoleHint />}>
        <RoleOptions />
      </SelectField>
    </FormDialog>
  )
}
