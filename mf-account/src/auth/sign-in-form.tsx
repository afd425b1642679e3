import { useAuth } from '@shop/auth'
import { signIn } from '@shop/auth/sign-in'
import { useForm } from '@shop/forms'
import { limits } from '@shop/forms/schema'
import { useNavigate } from '@shop/router'
import { useBackend } from '@shop/supabase'
import { Button, Field, Input, Stack, TextLink, useHydrated, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { providerCode, providerMessage } from './auth-failure'
import { awaitedAccount } from './awaited-account'
import { ConfirmFirst } from './confirm-first'
import { email, password } from './credential-rules'
import { PasswordInput } from './password-input'

const credentials = v.object({ email, password })

/** Signs in: staff into the back office, everyone else into the shop, whose page then redirects. */
export function SignInForm({ typed = {} }: { typed?: Record<string, string> }) {
  const { enter } = useAuth()
  const backend = useBackend()
  const navigate = useNavigate()
  const toast = useToast()
  const isHydrated = useHydrated()
  const [waiting, setWaiting] = useState<{ email: string; password: string } | null>(null)
  const form = useForm(credentials, {
    initial: typed,
    async submit(entered) {
      setWaiting(null)
      const session = await signIn(backend, entered).catch((error: unknown) => {
        if (providerCode(error) === 'email_not_confirmed') setWaiting(entered)
        throw error
      })
      awaitedAccount.write(undefined)
      if (session) await enter(session)
      else await navigate('/admin/dashboard', { replace: true })
      toast({ title: 'Welcome back!', description: 'You have successfully signed in.', status: 'success' })
    },
    onRejected(error) {
      const message = providerMessage(error)
      toast(
        message
          ? { title: 'Sign in failed', description: message, status: 'error' }
          : { title: 'An error occurred', description: 'Please try again later.', status: 'error' },
      )
      return undefined
    },
  })

  const asked = awaitedAccount.read()
  return (
    <>
      <form {...form.formProps}>
        <Stack gap="1.25rem">
          <Field label="Email" required {...form.field('email')}>
            <Input type="email" autoComplete="username" maxLength={limits.email} />
          </Field>
          <Field label="Password" required {...form.field('password')}>
            <PasswordInput autoComplete="current-password" />
          </Field>
          {/* The page's address takes the form of a new account alone. */}
          <Button type="submit" full disabled={!isHydrated} busy={form.submitting} busyLabel="Signing in...">
            Sign In
          </Button>
          <TextLink to="/auth/forgot" state={typed} block justifySelf="start" textStyle="small">
            Forgot your password?
          </TextLink>
        </Stack>
      </form>
      {waiting !== null && <ConfirmFirst {...(asked?.email === waiting.email && asked)} {...waiting} />}
    </>
  )
}
