import { useToast } from '@shop/ui'
import * as v from 'valibot'
import { SelectField } from '../../kit/fields'
import { useKitForm } from '../../kit/form'
import { FormDialog } from '../../kit/form-dialog'
import { roleLabels, staffRoles } from '../../frame/staff/role-words'
import { useSetRole, type Member } from './office-staff'
import { RoleHint, RoleOptions } from './role-options'

const schema = v.object({ role: v.picklist(staffRoles) })

/** The dialog that changes the role of a member. */
export function RoleForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const toast = useToast()
  const save = useSetRole()
  const form = useKitForm(schema, {
    defaultValues: { role: member.role },
    onSubmit: async ({ role }) => {
      await save.mutateAsync({ id: member.id, role })
      return role
    },
    onSaved: (role) => {
      const description = `${member.name} is now ${roleLabels[role].toLowerCase()}.`
      toast({ title: 'Success', description, status: 'success' })
      onClose()
    },
    failure: 'The role was not changed.',
  })
  return (
    <FormDialog
      form={form}
      title={`Role of ${member.name}`}
      description="It applies from their next action."
      submitLabel="Save Changes"
      onClose={onClose}
    >
      <SelectField {...form.field('role')} label="Role" hint={<RoleHint />}>
        <RoleOptions />
      </SelectField>
    </FormDialog>
  )
}
