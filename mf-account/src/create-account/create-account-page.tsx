import { Navigate, useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Box, ErrorState, FullPageSpinner, Heading, useToast, Wrap } from '@shop/ui'
import { useEffect } from 'react'
import { tokenQuery } from './account-token'
import { CreateAccountForm } from './create-account-form'
import { ExistingAccount } from './existing-account'

/** The target of the link that guests receive after buying: `/create-account?token=…`. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? ''
  const { data, error, isFetching, refetch } = useAppQuery(token ? tokenQuery(token) : null)
  if (!token) return <Rejected state="invalid" />
  if (data?.state === 'invalid' || data?.state === 'expired') return <Rejected state={data.state} />
  if (data?.state === 'account') return <ExistingAccount email={data.email} />
  if (!data && !error) return <FullPageSpinner label="Checking your link..." />
  return (
    <Wrap paddingBlock="clamp(2.5rem, 7vw, 6rem)">
      <PageHead title="Create Account" description="Create an account after your purchase." noindex />
      <Box maxWidth="480px" marginInline="auto" display="grid" gap="1.5rem">
        <Heading level={1}>Create Account</Heading>
        {data ? (
          <CreateAccountForm
            token={token}
            email={data.email}
            buyer={data.buyer}
            onUnclaimed={async () => (await refetch()).data?.state === 'account'}
          />
        ) : (
          <ErrorState
            title="Your link could not be checked"
            text="It is still valid. Please try again."
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Box>
    </Wrap>
  )
}

const rejections = {
  invalid: { title: 'Invalid Token', description: 'This account creation link is invalid or has expired.' },
  expired: { title: 'Token Expired', description: 'This account creation link has expired.' },
}

function Rejected({ state }: { state: keyof typeof rejections }) {
  const toast = useToast()
  useEffect(() => toast({ ...rejections[state], status: 'error' }), [state, toast])
  return <Navigate to="/" replace />
}
