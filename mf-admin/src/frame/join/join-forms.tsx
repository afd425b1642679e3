import { useBackend } from '@shop/supabase'
import { Box, Button, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { TextField } from '../../kit/fields'
import { Form, SubmitButton, useKitForm } from '../../kit/form'
import { emailedCode, newPassword, passwordMinimum, passwordsDiffer } from '../staff/new-password'
import type { Proof } from '../staff/staff-store'
import { openAccount, type Invitation } from './invitation'
import { useProviderToast } from '../staff/use-provider-toast'

const failure = 'Something went wrong. Please try again.'

const passwordTwice = v.pipe(
  v.object(newPassword),
  v.forward(
    v.check(({ password, again }) => password === again, passwordsDiffer),
    ['again'],
  ),
)
const ownPassword = v.object({ password: v.pipe(v.string(), v.nonEmpty('Enter your password.')) })
const codeOfEmail = v.object({ code: emailedCode })

interface JoinFormProps {
  invitation: Invitation
  /** Signs in and accepts the invitation; it says itself why that was rejected. */
  onProve: (proof: Proof) => Promise<void>
}

/** The address, for the browser to keep with the password. */
const EmailField = ({ email }: { email: string }) => (
  <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
)

/** Opens an account with the invited address: a password, then the code that the provider sends to it. */
export function NewAccount({ invitation, onProve }: JoinFormProps) {
  const backend = useBackend()
  const [sentWith, setSentWith] = useState<string | null>(null)
  const reject = useProviderToast('Account not opened')
  const { email } = invitation
  const form = useKitForm(passwordTwice, {
    defaultValues: { password: '', again: '' },
    onSubmit: async ({ password }) => {
      if (await openAccount(backend, invitation, password)) await onProve({ email, password })
      else setSentWith(password)
    },
    onRejected: reject,
    failure,
    guarded: false,
  })
  if (sentWith !== null) return <CodeForm invitation={invitation} onProve={onProve} password={sentWith} />
  return (
    <Form form={form}>
      <EmailField email={email} />
      <TextField
        {...form.field('password')}
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${String(passwordMinimum)} characters`}
      />
      <TextField
        {...form.field('again')}
        label="The same again"
        type="password"
        autoComplete="new-password"
      />
      <SubmitButton full busyLabel="Opening account...">
        Continue
      </SubmitButton>
    </Form>
  )
}

/** Takes the code of the email, and the password chosen before: whoever reads the mailbox decides which it is. */
function CodeForm({ invitation, onProve, password }: JoinFormProps & { password: string }) {
  const { email } = invitation
  const backend = useBackend()
  const toast = useToast()
  const reject = useProviderToast('Code refused')
  const [isSending, setSending] = useState(false)
  const form = useKitForm(codeOfEmail, {
    defaultValues: { code: '' },
    onSubmit: ({ code }) => onProve({ email, password, code }),
    onRejected: reject,
    failure,
    guarded: false,
  })
  const again = async () => {
    setSending(true)
    try {
      await openAccount(backend, invitation, password)
      toast({ title: 'Email sent', description: 'Only the newest code works.', status: 'success' })
    } catch (error) {
      reject(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Form form={form}>
      <Box role="status" padding=".75rem 1rem" background="sunken" borderRadius="panel">
        We have sent an email to {email}. Enter its code here. If it says that you have an account already,
        sign in below instead.
      </Box>
      <TextField
        {...form.field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        autoFocus
      />
      <SubmitButton full busyLabel="Joining...">
        Join
      </SubmitButton>
      <Button variant="text" busy={isSending} busyLabel="Sending..." onClick={() => void again()}>
        Send another email
      </Button>
    </Form>
  )
}

/** Signs in with an account that has the invited address. */
export function OwnAccount({ invitation: { email }, onProve }: JoinFormProps) {
  const reject = useProviderToast('Sign In Failed')
  const form = useKitForm(ownPassword, {
    defaultValues: { password: '' },
    onSubmit: ({ password }) => onProve({ email, password }),
    onRejected: reject,
    failure,
    guarded: false,
  })
  return (
    <Form form={form}>
      <EmailField email={email} />
      <Text color="muted">Use the password of your account with this address.</Text>
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <SubmitButton full busyLabel="Joining...">
        Sign in and join
      </SubmitButton>
    </Form>
  )
}
