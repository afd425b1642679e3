import { useAppQuery, useQueryClient } from '@shop/supabase'
import { AccountFrame } from '../settings/account-frame'
import { AppearanceField } from '../settings/appearance-field'
import { SettingsError, SettingsLoading } from '../settings/load-states'
import { Section } from '../settings/section'
import { ConsentSection } from './consent-section'
import { NameForm } from './name-form'
import { profileQuery } from './read-profile'

/** Name, phone, consent to marketing and the look of the shop. */
export function Component() {
  return (
    <AccountFrame title="Profile" description="Your name, your phone number and what we may email you about.">
      {(user) => <ProfileSettings userId={user.id} />}
    </AccountFrame>
  )
}

function ProfileSettings({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const { data: profile, error, isFetching, refetch } = useAppQuery(profileQuery(userId))
  const onSaved = async () => {
    await queries.invalidateQueries({ queryKey: ['customer', userId] })
    await queries.invalidateQueries({ queryKey: ['profile', userId] })
  }
  if (error && !profile)
    return (
      <SettingsError
        title="Your profile could not be loaded"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!profile) return <SettingsLoading label="Loading profile" rows={4} />
  return (
    <>
      <NameForm profile={profile} onSaved={onSaved} />
      <ConsentSection consent={profile.consent} onSaved={onSaved} />
      <Section title="Appearance">
        <AppearanceField label="Theme" />
      </Section>
    </>
  )
}
