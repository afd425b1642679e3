import { useWatch } from 'react-hook-form'
import { useSettings } from '@shop/settings'
import { roleLabels, roleNotes, staffRoles } from '../../frame/staff/role-words'

/** The roles to choose from. */
export const RoleOptions = () =>
  staffRoles.map((role) => (
    <option key={role} value={role}>
      {roleLabels[role]}
    </option>
  ))

/** What the role that is chosen in the form around it includes. */
export function RoleHint() {
  const chosen: unknown = useWatch({ name: 'role' })
  const { roles } = useSettings().staff
  const role = staffRoles.find((each) => each === chosen)
  if (roles === 'equal') return 'At present every role may do everything (setting staff.roles).'
  return role && roleNotes[role]
}
