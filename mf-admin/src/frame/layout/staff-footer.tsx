import { Box, Button, Icon, IconButton, Text } from '@shop/ui'
import LogOut from 'lucide-react/icons/log-out'
import { TwoFactorButton } from '../two-factor/two-factor-button'
import { useStaff } from '../staff/use-staff'
import { RoleBadge } from './role-badge'
import { SignOutEverywhere } from './sign-out-everywhere'
import { useSignOut } from './use-sign-out'

/** The signed-in member of staff, and signing out: of this browser, or everywhere. */
export function StaffFooter({ rail }: { rail: boolean }) {
  const { member } = useStaff()
  const { busy, signOut } = useSignOut()
  return (
    <Box
      marginTop="auto"
      position="sticky"
      bottom="0"
      background="surface"
      display="grid"
      gap=".5rem"
      padding={rail ? '.5rem 0' : '.9rem .6rem .75rem'}
      borderTop={rail ? undefined : '1px solid {colors.line}'}
      justifyItems={rail ? 'center' : 'stretch'}
    >
      {rail ? (
        <IconButton label="Sign Out" icon={LogOut} size="s" disabled={busy} onClick={() => void signOut()} />
      ) : (
        <>
          <Box display="flex" flexWrap="wrap" justifyContent="space-between" alignItems="center" gap=".4rem">
            <Text fontWeight={520} overflowWrap="anywhere">
              {member.firstName} {member.lastName}
            </Text>
            <RoleBadge role={member.role} />
          </Box>
          <Button variant="quiet" full busy={busy} busyLabel="Signing out..." onClick={() => void signOut()}>
            <Icon as={LogOut} size="s" />
            Sign Out
          </Button>
          <TwoFactorButton />
          <SignOutEverywhere />
        </>
      )}
    </Box>
  )
}
