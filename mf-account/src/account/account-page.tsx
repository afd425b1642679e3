import { RequireSignIn, useAuth } from '@shop/auth'
import { PageHead } from '@shop/settings'
import { Grid, HStack, LinkButton, PageHeader, Text, TextLink, Wrap } from '@shop/ui'
import Heart from 'lucide-react/icons/heart'
import Package from 'lucide-react/icons/package'
import Settings from 'lucide-react/icons/settings'
import { AppearanceField } from '../settings/appearance-field'
import { AccountCard } from './account-card'
import { OnItsWay } from './on-its-way'
import { ProfileCard } from './profile-card'
import { SignOutButton } from './sign-out-button'

export function Component() {
  return (
    <RequireSignIn>
      <AccountPage />
    </RequireSignIn>
  )
}

function AccountPage() {
  const { user } = useAuth()
  if (!user) return null
  return (
    <Wrap paddingBottom="clamp(3rem, 7vw, 6rem)">
      <PageHead title="Account" description="Your account." noindex />
      <PageHeader title="Account" aside={<SignOutButton />} />
      <OnItsWay userId={user.id} />
      <Grid gap="1.5rem" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
        <ProfileCard user={user} />
        <AccountCard title="Orders" icon={Package}>
          <Text color="inkSoft">Your orders and receipts. Cancel, return or buy again here.</Text>
          <LinkButton to="/account/orders" variant="quiet" justifySelf="start">
            My Orders
          </LinkButton>
        </AccountCard>
        <AccountCard title="Wishlist" icon={Heart}>
          <Text color="inkSoft">Pieces you’ve saved, kept with your account.</Text>
          <LinkButton to="/wishlist" variant="quiet" justifySelf="start">
            Wishlist
          </LinkButton>
        </AccountCard>
        <AccountCard title="Settings" icon={Settings}>
          <AppearanceField label="Appearance" />
        </AccountCard>
      </Grid>
      <HStack as="nav" aria-label="Privacy" gap="2rem" marginTop="2rem" flexWrap="wrap">
        <TextLink to="/privacy" block>
          Privacy Policy
        </TextLink>
        <TextLink to="/discretion" block>
          Discreet Shipping
        </TextLink>
      </HStack>
    </Wrap>
  )
}
