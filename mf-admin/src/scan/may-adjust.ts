import { useAuth } from '@shop/auth'

/** Whether the member of staff may change stock; the database decides in the end. */
export const useMayAdjust = (): boolean => useAuth().admin?.role !== 'moderator'
