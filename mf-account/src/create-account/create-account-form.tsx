import { useAuth } from '@shop/auth'
import { useForm } from '@shop/forms'
import { limits, requiredText } from '@shop/forms/schema'
import { useNavigate } from '@shop/router'
import { useSettings } from '@shop/settings'
import { useBackend } from '@shop/supabase'
import { Button, Field, Grid, Input, Stack, useToast } from '@shop/ui'
import * as v from 'valibot'
import { providerMessage } from '../auth/auth-failure'
import { awaitedAccount } from '../auth/awaited-account'
import { newPasswordOf, password, passwordTooShort } from '../auth/credential-rules'
import { PasswordInput } from '../auth/password-input'
import { claimToken } from './account-token'

const mismatch = 'Passwords do not match.'

const newCustomerOf = (minimum: number) =>
  v.pipe(
    v.object({
      firstName: requiredText('First name is required'),
      lastName: requiredText('Last name is required'),
      password: newPasswordOf(minimum),
      confirmation: password,
    }),
    v.forward(
      v.check(({ password, confirmation }) => password === confirmation, mismatch),
      ['confirmation'],
    ),
  )

interface CreateAccountFormProps {
  token: string
  email: string
  /** The name given with the order. */
  buyer: { firstName: string; lastName: string }
  /** The link was not used up: reads again why. @returns whether the address turned out to have an account */
  onUnclaimed: () => Promise<boolean>
}

/** Opens an account for the address that the link was sent to. */
export function CreateAccountForm({ token, email, buyer, onUnclaimed }: CreateAccountFormProps) {
  const { signUp } = useAuth()
  const { passwordMinimum } = useSettings().auth
  const db = useBackend()
  const navigate = useNavigate()
  const toast = useToast()
  const form = useForm(newCustomerOf(passwordMinimum), {
    initial: { ...buyer },
    async submit({ firstName, lastName, password }) {
      await signUp({ email, password, firstName, lastName })
      // The account has been asked for; failing to mark the link as used does not undo that.
      const claimed = await claimToken(db, token).catch((error: unknown) => {
        console.error(error)
        return true
      })
      // The provider answers the same for an address that has an account.
      if (!claimed && (await onUnclaimed())) return
      toast({
        title: 'Account Created!',
        description: 'Please check your email to verify your account.',
        status: 'success',
      })
      // Nobody is signed in yet: the sign-in page, where this leads, says what is left to do.
      awaitedAccount.write({ email, firstName, lastName })
      await navigate('/account')
    },
    onRejected(error) {
      toast({
        title: 'Account Creation Failed',
        description: providerMessage(error) ?? 'Generic Error',
        status: 'error',
      })
      return undefined
    },
    onInvalid({ confirmation, password }) {
      if (confirmation === mismatch)
        toast({ title: 'Password Mismatch', description: mismatch, status: 'error' })
      else if (password === passwordTooShort(passwordMinimum))
        toast({ title: 'Password Too Short', description: password, status: 'error' })
    },
  })

  return (
    <form {...form.formProps}>
      <Stack gap="1.25rem">
        <Field label="Email" hint="The email address you ordered with.">
          <Input type="email" autoComplete="username" value={email} readOnly />
        </Field>
        <Grid gap="1.25rem" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <Field label="First name" required {...form.field('firstName')}>
            <Input autoComplete="given-name" maxLength={limits.name} />
          </Field>
          <Field label="Last name" required {...form.field('lastName')}>
            <Input autoComplete="family-name" maxLength={limits.name} />
          </Field>
        </Grid>
        <Field
          label="Password"
          required
          hint={`At least ${passwordMinimum} characters`}
          {...form.field('password')}
        >
          <PasswordInput autoComplete="new-password" />
        </Field>
        <Field label="Confirm password" required {...form.field('confirmation')}>
          <PasswordInput autoComplete="new-password" />
        </Field>
        <Button type="submit" full busy={form.submitting} busyLabel="Creating account...">
          Create Account
        </Button>
      </Stack>
    </form>
  )
}
