import { useNavigate } from '@shop/router'
import { useToast } from '@shop/ui'
import { useState } from 'react'
import { useStaff } from '../staff/use-staff'

/** Signs the member out, says so, and goes to the sign-in page. */
export function useSignOut(): {
  busy: boolean
  signOut(options?: { everywhere?: boolean }): Promise<void>
} {
  const staff = useStaff()
  const navigate = useNavigate()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async signOut(options) {
      setBusy(true)
      try {
        await staff.signOut(options)
        toast({
          title: 'Signed out',
          description: 'You have been successfully signed out.',
          status: 'success',
        })
        await navigate('/admin/login', { replace: true })
      } catch (error) {
        console.error(error)
        toast({
          title: 'Sign Out Error',
          description: 'An error occurred while signing out.',
          status: 'error',
        })
        setBusy(false)
      }
    },
  }
}
