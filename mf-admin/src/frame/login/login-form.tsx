import { cleanCode } from '@shop/settings'
import { TextLink, useToast } from '@shop/ui'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { TextField } from '../../kit/fields'
import { Form, SubmitButton, useKitForm } from '../../kit/form'
import { useTwoFactor } from '../two-factor/use-two-factor'
import { useStaffSession } from '../staff/staff-provider'
import { StepCancelled } from '../staff/staff-store'

const welcome = {
  title: 'Welcome back!',
  description: 'You have successfully signed in.',
  status: 'success',
} as const
const accessDenied = {
  title: 'Access Denied',
  description: 'You need admin credentials to access this area.',
  status: 'error',
} as const
const unexpected = {
  title: 'Sign In Error',
  description: 'An unexpected error occurred.',
  status: 'error',
} as const

const credentials = v.object({
  email: v.pipe(v.string(), v.transform(cleanCode), v.nonEmpty()),
  password: v.pipe(v.string(), v.nonEmpty()),
})

/** Signs staff in; anyone else is told that this is not for them. */
export function LoginForm() {
  const { signIn } = useStaffSession()
  const toast = useToast()
  const { ask, screen } = useTwoFactor()
  const form = useKitForm(credentials, {
    defaultValues: { email: '', password: '' },
    onSubmit: ({ email, password }) => signIn(email, password, ask),
    onSaved: (isStaff) => toast(isStaff ? welcome : accessDenied),
    onRejected: (error) => {
      if (error instanceof StepCancelled) return true
      // After a network failure the provider's message only dumps the response.
      const rejected =
        error instanceof Error && error.name.startsWith('Auth') && error.name !== 'AuthRetryableFetchError'
      if (!rejected) console.error(error)
      toast(rejected ? { title: 'Sign In Failed', description: error.message, status: 'error' } : unexpected)
      return true
    },
    failure: unexpected.description,
    guarded: false,
  })
  const [email, password] = useWatch({ control: form.control, name: ['email', 'password'] })
  const blank = cleanCode(email) === '' || password === ''
  if (screen) return screen
  return (
    <Form form={form}>
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <SubmitButton full disabled={blank} busyLabel="Signing in...">
        Sign In
      </SubmitButton>
      <TextLink to="/admin/forgot" block justifySelf="start" textStyle="small">
        Forgot your password?
      </TextLink>
    </Form>
  )
}
