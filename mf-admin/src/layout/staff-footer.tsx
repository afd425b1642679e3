import { useAuth } from '@shop/auth'
import { useNavigate } from '@shop/router'
import { Box, Button, Icon, IconButton, Text, useToast } from '@shop/ui'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { RoleBadge } from './role-badge'

/** The signed-in member of staff, and signing out. */
export function StaffFooter({ rail }: { rail: boolean }) {
  const { admin, signOut } = useAuth()
  const navigate = useNavigate()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut()
      toast({ title: 'Signed out', description: 'You have been successfully signed out.', status: 'success' })
      await navigate('/admin/login', { replace: true })
    } catch (error) {
      console.error(error)
      toast({ title: 'Sign Out Error', description: 'An error occurred while signing out.', status: 'error' })
      setBusy(false)
    }
  }
  return (
    <Box
      marginTop="auto"
      display="grid"
      gap=".5rem"
      padding={rail ? '.5rem 0' : '.9rem .6rem 0'}
      borderTop={rail ? undefined : '1px solid {colors.line}'}
      justifyItems={rail ? 'center' : 'stretch'}
    >
      {rail ? (
        <IconButton label="Sign Out" icon={LogOut} size="s" disabled={busy} onClick={() => void leave()} />
      ) : (
        <>
          <Box display="flex" flexWrap="wrap" justifyContent="space-between" alignItems="center" gap=".4rem">
            <Text fontWeight={520} overflowWrap="anywhere">
              {admin?.firstName} {admin?.lastName}
            </Text>
            {admin && <RoleBadge role={admin.role} />}
          </Box>
          <Button variant="quiet" full busy={busy} busyLabel="Signing out..." onClick={() => void leave()}>
            <Icon as={LogOut} size="s" />
            Sign Out
          </Button>
        </>
      )}
    </Box>
  )
}
