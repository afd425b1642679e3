import { RequireSignIn, useAuth, type Account } from '@shop/auth'
import { PageHead } from '@shop/settings'
import { Box, HStack, PageHeader, TextLink, Wrap } from '@shop/ui'
import type { ReactNode } from 'react'

const pages = [
  { to: '/account/profile', label: 'Profile' },
  { to: '/account/addresses', label: 'Addresses' },
  { to: '/account/security', label: 'Sign-in and devices' },
  { to: '/account/privacy', label: 'Your data' },
]

interface AccountFrameProps {
  title: string
  description: string
  /** The page, for whoever is signed in. */
  children: (user: Account) => ReactNode
}

/** A page of the account's settings, with the way to the others. */
export function AccountFrame({ title, description, children }: AccountFrameProps) {
  return (
    <RequireSignIn>
      <Wrap paddingBottom="clamp(3rem, 7vw, 6rem)">
        <PageHead title={title} description={description} noindex />
        <PageHeader title={title} text={description} />
        <Box display="grid" gap="2.5rem" maxWidth="720px">
          <HStack as="nav" aria-label="Account settings" gap=".25rem 1.75rem" flexWrap="wrap">
            {pages.map(({ to, label }) => (
              <TextLink
                key={to}
                to={to}
                block
                plain={label !== title}
                aria-current={label === title ? 'page' : undefined}
              >
                {label}
              </TextLink>
            ))}
          </HStack>
          <ForUser>{children}</ForUser>
        </Box>
      </Wrap>
    </RequireSignIn>
  )
}

function ForUser({ children }: Pick<AccountFrameProps, 'children'>) {
  const { user } = useAuth()
  return user && children(user)
}
