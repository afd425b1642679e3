import { Box, Button, Dialog } from '@shop/ui'
import { useState } from 'react'
import { QuietButton } from '../../kit/quiet-button'
import { useSignOut } from './use-sign-out'

/** Ends all sessions of the member, after a question. */
export function SignOutEverywhere() {
  const { busy, signOut } = useSignOut()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <QuietButton onClick={() => setAsking(true)}>End all sessions</QuietButton>
      <Dialog open={isAsking} onClose={close} title="Sign out everywhere?">
        <Box display="grid" gap="1.5rem">
          <p>
            This ends all your sessions, in this browser and on every other device. You can sign in again at
            once.
          </p>
          <Box display="flex" flexWrap="wrap" justifyContent="flex-end" gap=".75rem">
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
            <Button busy={busy} busyLabel="Signing out..." onClick={() => void signOut({ everywhere: true })}>
              Sign out everywhere
            </Button>
          </Box>
        </Box>
      </Dialog>
    </>
  )
}
