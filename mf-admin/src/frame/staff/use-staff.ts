import { useMemo } from 'react'
import type { StaffMember } from './check-staff'
import type { Right } from './rights'
import { useStaffSession } from './staff-provider'
import type { StaffStore } from './staff-store'

interface StaffAccess {
  userId: string
  member: StaffMember
  /** Whether the member's role includes a right. What they may not do is not shown; the database rejects it besides. */
  may(right: Right): boolean
  signOut: StaffStore['signOut']
}

/** The signed-in member of staff. Only below `RequireStaff`. */
export function useStaff(): StaffAccess {
  const { state, signOut } = useStaffSession()
  if (state.status !== 'signed-in') throw new Error('useStaff needs a <RequireStaff> above it')
  const { staff, userId } = state
  return useMemo(
    () => ({ userId, member: staff.member, may: (right) => staff.rights.includes(right), signOut }),
    [staff, userId, signOut],
  )
}
