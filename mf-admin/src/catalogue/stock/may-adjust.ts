import { useStaff } from '../../frame/staff/use-staff'

/** Whether the member of staff may change stock; the database decides in the end. */
export const useMayAdjust = (): boolean => useStaff().may('catalogue')
