import { useAuth } from '@shop/auth'
import { Box, Button, Field, Grid, Input, Stack, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { providerMessage } from './auth-failure'
import { emailRules, newPasswordRules, passwordMinimum } from './credential-rules'
import { PasswordInput } from './password-input'

const blank = { firstName: '', lastName: '', email: '', password: '' }

/** Opens an account; the visitor then confirms the address by e-mail, so nothing is signed in here. */
export function SignUpForm() {
  const { signUp } = useAuth()
  const toast = useToast()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: blank })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (given) => {
    const email = given.email.trim()
    try {
      await signUp({ ...given, email, firstName: given.firstName.trim(), lastName: given.lastName.trim() })
      toast({
        title: 'Account created!',
        description: 'Please check your email to verify your account.',
        status: 'success',
      })
      setSentTo(email)
      reset(blank)
    } catch (error) {
      const said = providerMessage(error)
      toast(
        said
          ? { title: 'Sign up failed', description: said, status: 'error' }
          : { title: 'An error occurred', description: 'Please try again later.', status: 'error' },
      )
    }
  })

  return (
    <Stack as="form" gap="1.25rem" onSubmit={submit} {...{ noValidate: true }}>
      <Grid gap="1.25rem" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
        <Field label="First name" optional>
          <Input autoComplete="given-name" maxLength={100} {...register('firstName')} />
        </Field>
        <Field label="Last name" optional>
          <Input autoComplete="family-name" maxLength={100} {...register('lastName')} />
        </Field>
      </Grid>
      <Field label="Email" required error={errors.email?.message}>
        <Input type="email" autoComplete="username" {...register('email', emailRules)} />
      </Field>
      <Field
        label="Password"
        required
        hint={`At least ${passwordMinimum} characters`}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...register('password', newPasswordRules)} />
      </Field>
      <Button type="submit" full busy={isSubmitting} busyLabel="Creating account...">
        Sign Up
      </Button>
      <Box aria-live="polite">
        {sentTo && (
          <Text textStyle="small" color="inkSoft" overflowWrap="anywhere">
            A link to verify your account is on its way to {sentTo}.
          </Text>
        )}
      </Box>
    </Stack>
  )
}
