import { useAuth } from '@shop/auth'
import { Button, Field, Input, Stack, useToast } from '@shop/ui'
import { useForm } from 'react-hook-form'
import { providerMessage } from './auth-failure'
import { emailRules, passwordRequired } from './credential-rules'
import { PasswordInput } from './password-input'

/** Signs in; the page around it leads on when that is done. */
export function SignInForm() {
  const { signIn } = useAuth()
  const toast = useToast()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '', password: '' } })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email, password }) => {
    try {
      await signIn(email.trim(), password)
      toast({ title: 'Welcome back!', description: 'You have successfully signed in.', status: 'success' })
    } catch (error) {
      const said = providerMessage(error)
      toast(
        said
          ? { title: 'Sign in failed', description: said, status: 'error' }
          : { title: 'An error occurred', description: 'Please try again later.', status: 'error' },
      )
    }
  })

  return (
    <Stack as="form" gap="1.25rem" onSubmit={submit} {...{ noValidate: true }}>
      <Field label="Email" required error={errors.email?.message}>
        <Input type="email" autoComplete="username" {...register('email', emailRules)} />
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password', passwordRequired)} />
      </Field>
      <Button type="submit" full busy={isSubmitting} busyLabel="Signing in...">
        Sign In
      </Button>
    </Stack>
  )
}
