import { useAuth } from '@shop/auth'
import { useForm } from '@shop/forms'
import { useNavigate } from '@shop/router'
import { cleanCode, useSettings } from '@shop/settings'
import { useBackend } from '@shop/supabase'
import { Button, Field, Input, Stack, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import type { AccountLink } from './account-link'
import { providerCode, providerMessage } from './auth-failure'
import { AuthFrame } from './auth-frame'
import { awaitedAccount } from './awaited-account'
import { newPasswordOf } from './credential-rules'
import { NewPasswordField } from './new-password-field'
import { linkOpener, OtherAccountError } from './open-link'

const words = {
  signup: {
    title: 'Confirm your email address',
    text: (email: string) => `This opens the account of ${email}.`,
    label: 'Password',
    hint: 'The one you chose, or a new one: you’ll sign in with it from now on.',
    press: 'Confirm and sign in',
  },
  recovery: {
    title: 'Choose a new password',
    text: (email: string) => `For the account of ${email}.`,
    label: 'New password',
    hint: undefined,
    press: 'Save password',
  },
  email_change: {
    title: 'Confirm the change of your email address',
    text: (email: string) => `Your account will use ${email} from now on.`,
    label: '',
    hint: undefined,
    press: 'Confirm the change',
  },
} as const

const code = v.pipe(v.string(), v.transform(cleanCode), v.regex(/^\d{6,10}$/, 'Enter the digits of the code'))

interface LinkFormProps {
  link: AccountLink
  onEnd: (outcome: 'done' | 'half' | 'expired') => void
}

/** Asks before the link or code of an email is used: with a password where it opens an account, for one that is typed with the code. */
export function LinkForm({ link, onEnd }: LinkFormProps) {
  const { type, email, tokenHash } = link
  const { enter, user } = useAuth()
  const { passwordMinimum } = useSettings().auth
  const db = useBackend()
  const navigate = useNavigate()
  const toast = useToast()
  const [openLink] = useState(() => linkOpener(db, link))
  const asksCode = tokenHash === undefined
  const asksPassword = type !== 'email_change'
  const { title, text, label, hint, press } = words[type]
  const schema = v.object({
    code: asksCode ? v.optional(code, '') : v.optional(v.string(), ''),
    password: asksPassword ? newPasswordOf(passwordMinimum) : v.optional(v.string(), ''),
  })
  const form = useForm(schema, {
    async submit(entered) {
      const session = await openLink({
        code: entered.code,
        ...(asksPassword && { password: entered.password }),
      })
      if (!session) {
        onEnd('half')
        return
      }
      awaitedAccount.write(undefined)
      await enter(session)
      if (type !== 'recovery') {
        onEnd('done')
        return
      }
      toast({
        title: 'Password changed',
        description: 'You are signed in here, and signed out on all other devices.',
        status: 'success',
      })
      await navigate('/account', { replace: true })
    },
    onRejected(error) {
      const isExpired = providerCode(error) === 'otp_expired' || error instanceof OtherAccountError
      if (isExpired && !asksCode) onEnd('expired')
      else if (isExpired) return { field: 'code', message: 'This code is wrong or has expired.' }
      else if (asksPassword && providerCode(error) === 'weak_password')
        return { field: 'password', message: providerMessage(error) ?? '' }
      else
        toast({
          title: 'That didn’t work',
          description: providerMessage(error) ?? 'Please try again in a moment.',
          status: 'error',
        })
      return undefined
    },
  })
  const isOther = user !== null && user.email.toLowerCase() !== email && type !== 'email_change'
  return (
    <AuthFrame title={title} text={text(email)}>
      <form {...form.formProps}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Stack gap="1.25rem">
          {isOther && (
            <Text overflowWrap="anywhere">
              You are signed in as {user.email}. Going on signs you out of that account here.
            </Text>
          )}
          {asksCode && (
            <Field label="Code from the email" required {...form.field('code')}>
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={10} />
            </Field>
          )}
          {asksPassword && <NewPasswordField label={label} note={hint} {...form.field('password')} />}
          <Button type="submit" full busy={form.submitting} busyLabel="One moment...">
            {press}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
