import { Button } from '@shop/ui'
import * as v from 'valibot'
import { TextField } from '../../kit/fields'
import { Form, SubmitButton, useKitForm } from '../../kit/form'
import { useProviderToast } from '../staff/use-provider-toast'
import type { Auth } from '../staff/staff-store'
import { verifyCode } from './factors'

const schema = v.object({
  code: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s/g, '')),
    v.regex(/^\d{6}$/, 'Enter the 6 digits of the code.'),
  ),
})

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

interface CodeFormProps {
  auth: Auth
  factorId: string
  submitLabel: string
  onDone: () => void
  onCancel: () => void
}

/** Takes the code that an authenticator app shows, and raises the session with it. */
export function CodeForm({ auth, factorId, submitLabel, onDone, onCancel }: CodeFormProps) {
  const reject = useProviderToast('Code refused')
  const form = useKitForm(schema, {
    defaultValues: { code: '' },
    onSubmit: ({ code }) => verifyCode(auth, factorId, code),
    onSaved: onDone,
    onRejected: (error, { setError }) => {
      const problem = codeOf(error)
      if (problem === 'mfa_verification_failed') {
        setError(
          'code',
          { message: 'This code is wrong or was used already. Enter the one that the app shows now.' },
          { shouldFocus: true },
        )
        return true
      }
      if (problem === 'over_request_rate_limit') {
        setError('code', { message: 'Too many wrong codes. Please wait an hour.' })
        return true
      }
      return reject(error)
    },
    failure: 'Something went wrong. Please try again.',
    guarded: false,
  })
  return (
    <Form form={form}>
      <TextField
        {...form.field('code')}
        label="Code"
        hint="6 digits, from your authenticator app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        autoFocus
      />
      <SubmitButton full busyLabel="Checking...">
        {submitLabel}
      </SubmitButton>
      <Button variant="text" onClick={onCancel}>
        Back
      </Button>
    </Form>
  )
}
