import type { Account } from '@shop/auth'
import { useAppQuery } from '@shop/supabase'
import { Box, Button, Loading, Skeleton, Text, TextLink } from '@shop/ui'
import User from 'lucide-react/icons/user'
import { AccountCard } from './account-card'
import { customerQuery } from './read-customer'

const settings = [
  { to: '/account/profile', label: 'Change profile' },
  { to: '/account/addresses', label: 'Addresses' },
  { to: '/account/security', label: 'Sign-in and devices' },
  { to: '/account/privacy', label: 'Your data' },
]

/** Name and email as stored by the shop; before there is a record, as entered at sign-up. */
export function ProfileCard({ user }: { user: Account }) {
  const { data: customer, error, isPending, refetch } = useAppQuery(customerQuery(user.id))
  const name = customer
    ? `${customer.first_name} ${customer.last_name}`.trim()
    : `${user.firstName} ${user.lastName}`.trim()
  return (
    <AccountCard title="Profile" icon={User}>
      {isPending ? (
        <Loading label="Loading profile">
          <Box display="grid" gap=".4rem">
            <Skeleton height="1.4rem" width="10rem" maxWidth="100%" />
            <Skeleton height="1.4rem" width="14rem" maxWidth="100%" />
          </Box>
        </Loading>
      ) : error ? (
        <Box role="alert" display="grid" gap=".5rem" justifyItems="start">
          <Text>Your profile could not be loaded.</Text>
          <Button variant="text" onClick={() => void refetch()}>
            Try again
          </Button>
        </Box>
      ) : (
        <Box>
          <Text>{name || 'No name given'}</Text>
          <Text color="muted" overflowWrap="anywhere">
            {customer?.email ?? user.email}
          </Text>
        </Box>
      )}
      <Box as="ul" display="grid" listStyleType="none" padding="0" margin="0">
        {settings.map(({ to, label }) => (
          <li key={to}>
            <TextLink to={to} block>
              {label}
            </TextLink>
          </li>
        ))}
      </Box>
    </AccountCard>
  )
}
