import { useAuth } from '@shop/auth'
import { useForm } from '@shop/forms'
import { useSettings } from '@shop/settings'
import { useBackend } from '@shop/supabase'
import { Button, Field, Stack, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { newPasswordOf, password } from '../auth/credential-rules'
import { NewPasswordField } from '../auth/new-password-field'
import { PasswordInput } from '../auth/password-input'
import { Section } from '../settings/section'
import { changePassword } from './change-password'
import { rejectionOf } from './rejected'

/** Changes the password; the present one is asked for, and all other devices are signed out. */
export function PasswordForm({ email }: { email: string }) {
  const { enter } = useAuth()
  const { passwordMinimum } = useSettings().auth
  const change = v.object({ current: password, password: newPasswordOf(passwordMinimum) })
  const db = useBackend()
  const toast = useToast()
  const [round, setRound] = useState(0)
  const form = useForm(change, {
    async submit({ current, password }, clear) {
      await enter(await changePassword(db, { email, current, password }))
      clear()
      setRound(round + 1)
      toast({
        title: 'Password changed',
        description: 'You are signed in here, and signed out on all other devices.',
        status: 'success',
      })
    },
    onRejected(error) {
      const rejection = rejectionOf(error)
      if (rejection)
        return { field: rejection.at === 'current' ? 'current' : 'password', message: rejection.message }
      toast({
        title: 'Your password was not changed',
        description: 'Please try again in a moment.',
        status: 'error',
      })
      return undefined
    },
  })
  return (
    <Section title="Password">
      <form {...form.formProps} aria-label="Password">
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Stack gap="1.25rem">
          <Field label="Current password" required {...form.field('current')}>
            <PasswordInput autoComplete="current-password" />
          </Field>
          <NewPasswordField key={round} label="New password" {...form.field('password')} />
          <Button type="submit" alignSelf="start" busy={form.submitting} busyLabel="Saving...">
            Change password
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
