import { useBackend } from '@shop/supabase'
import { Box, Button, Text } from '@shop/ui'
import { useState } from 'react'
import { resendConfirmation } from './account-calls'
import { providerMessage } from './auth-failure'

/** Offers the letter that confirms a new account once more. */
export function ConfirmFirst({ email }: { email: string }) {
  const db = useBackend()
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const send = async () => {
    setState('busy')
    setProblem(null)
    try {
      await resendConfirmation(db, email)
      setState('sent')
    } catch (error) {
      setState('idle')
      setProblem(providerMessage(error) ?? 'Please try again in a moment.')
    }
  }
  return (
    <Box display="grid" gap=".25rem" justifyItems="start">
      <Button variant="text" busy={state === 'busy'} busyLabel="Sending..." onClick={() => void send()}>
        Send the email again
      </Button>
      <Box aria-live="polite">
        {state === 'sent' && (
          <Text textStyle="small" color="inkSoft" overflowWrap="anywhere">
            Sent to {email}. Please check your junk folder too.
          </Text>
        )}
        {problem && (
          <Text textStyle="small" color="danger">
            We couldn’t send the email. {problem}
          </Text>
        )}
      </Box>
    </Box>
  )
}
