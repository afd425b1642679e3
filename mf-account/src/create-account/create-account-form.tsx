import { useAuth } from '@shop/auth'
import { useNavigate } from '@shop/router'
import { useBackend } from '@shop/supabase'
import { Button, Field, Grid, Input, Stack, useToast } from '@shop/ui'
import { useForm } from 'react-hook-form'
import { providerMessage } from '../auth/auth-failure'
import { newPasswordRules, passwordMinimum, passwordRequired } from '../auth/credential-rules'
import { PasswordInput } from '../auth/password-input'
import { claimToken } from './account-token'

/** Opens an account for the address that the link was sent to. */
export function CreateAccountForm({ token, email }: { token: string; email: string }) {
  const { signUp } = useAuth()
  const db = useBackend()
  const navigate = useNavigate()
  const toast = useToast()
  const { register, handleSubmit, getValues, formState } = useForm({
    defaultValues: { firstName: '', lastName: '', password: '', confirmation: '' },
  })
  const { errors, isSubmitting } = formState

  const create = handleSubmit(
    async ({ firstName, lastName, password }) => {
      try {
        await signUp({ email, password, firstName: firstName.trim(), lastName: lastName.trim() })
      } catch (error) {
        toast({
          title: 'Account Creation Failed',
          description: providerMessage(error) ?? 'Generic Error',
          status: 'error',
        })
        return
      }
      // The account stands already; a link that could not be marked as used does not undo it.
      await claimToken(db, token).catch((error: unknown) => console.error(error))
      toast({
        title: 'Account Created!',
        description: 'Please check your email to verify your account.',
        status: 'success',
      })
      await navigate('/account')
    },
    (wrong) => {
      if (wrong.confirmation?.type === 'validate') {
        toast({ title: 'Password Mismatch', description: 'Passwords do not match.', status: 'error' })
      } else if (wrong.password?.type === 'minLength') {
        toast({
          title: 'Password Too Short',
          description: newPasswordRules.minLength.message,
          status: 'error',
        })
      }
    },
  )

  return (
    <Stack as="form" gap="1.25rem" onSubmit={create} {...{ noValidate: true }}>
      <Field label="Email" hint="The address of your order.">
        <Input type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Grid gap="1.25rem" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        <Field label="First name" required error={errors.firstName?.message}>
          <Input
            autoComplete="given-name"
            maxLength={100}
            {...register('firstName', { required: 'First name is required' })}
          />
        </Field>
        <Field label="Last name" required error={errors.lastName?.message}>
          <Input
            autoComplete="family-name"
            maxLength={100}
            {...register('lastName', { required: 'Last name is required' })}
          />
        </Field>
      </Grid>
      <Field
        label="Password"
        required
        hint={`At least ${passwordMinimum} characters`}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...register('password', newPasswordRules)} />
      </Field>
      <Field label="Confirm password" required error={errors.confirmation?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...register('confirmation', {
            ...passwordRequired,
            validate: (again) => again === getValues('password') || 'Passwords do not match.',
          })}
        />
      </Field>
      <Button type="submit" full busy={isSubmitting} busyLabel="Creating account...">
        Create Account
      </Button>
    </Stack>
  )
}
