import { useAuth } from '@shop/auth'
import { Button, Icon, useToast } from '@shop/ui'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'

/** Signs out everywhere. The guard around the account then redirects to the sign-in page. */
export function SignOutButton() {
  const { signOut } = useAuth()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut()
      toast({ title: 'Signed out successfully', description: 'You have been signed out.', status: 'success' })
    } catch (error) {
      toast({
        title: 'Error signing out',
        description: error instanceof Error ? error.message : undefined,
        status: 'error',
      })
      setBusy(false)
    }
  }
  return (
    <Button variant="text" busy={busy} busyLabel="Signing out..." onClick={() => void leave()}>
      <Icon as={LogOut} size="s" />
      Sign Out
    </Button>
  )
}
