import { useLocation, useNavigate } from '@shop/router'
import { useBackend } from '@shop/supabase'
import { EmptyState, LinkButton, useToast } from '@shop/ui'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { TextField } from '../../kit/fields'
import { Form, SubmitButton, useKitForm } from '../../kit/form'
import { useProviderToast } from '../staff/use-provider-toast'
import { PortalFrame } from '../login/portal-frame'
import { useTwoFactor } from '../two-factor/use-two-factor'
import { emailedCode, newPassword, passwordMinimum, passwordsDiffer } from '../staff/new-password'
import { StepCancelled } from '../staff/staff-store'
import { passwordReset, type ResetLink } from './password-reset'

const linkSchema = v.object({
  email: v.pipe(v.string(), v.toLowerCase(), v.nonEmpty(), v.maxLength(254)),
  tokenHash: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
})

const schemaOf = (asksCode: boolean) =>
  v.pipe(
    v.object({ ...newPassword, code: asksCode ? emailedCode : v.string() }),
    v.forward(
      v.check(({ password, again }) => password === again, passwordsDiffer),
      ['again'],
    ),
  )

/** The link of the email in the fragment, or what this page and the one before have left in the history. */
function readLink(hash: string, state: unknown): ResetLink | null {
  // Templates may leave the plus of an address as it is.
  const carried = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'))
  const read = v.safeParse(
    linkSchema,
    hash === '' ? state : { email: carried.get('email'), tokenHash: carried.get('token_hash') },
  )
  return read.success ? read.output : null
}

/** Where the link of a reset leads that staff asked for: a new password, on a press alone, since mail scanners open links. */
export function Component() {
  const { hash, state } = useLocation()
  const navigate = useNavigate()
  const [link] = useState(() => readLink(hash, state))
  const [isExpired, setExpired] = useState(false)
  useEffect(() => {
    // The token leaves the address bar; a reload finds it in the state of the history.
    if (hash !== '') void navigate('/admin/reset', { replace: true, state: link })
  }, [hash, link, navigate])
  if (link && !isExpired) return <NewPassword link={link} onExpired={() => setExpired(true)} />
  return (
    <PortalFrame title="Choose a new password" text="Restricted access only">
      <EmptyState
        title="This link no longer works"
        text="It works once, within an hour, and only the newest one does."
        action={<LinkButton to="/admin/forgot">Send a new link</LinkButton>}
      />
    </PortalFrame>
  )
}

function NewPassword({ link, onExpired }: { link: ResetLink; onExpired: () => void }) {
  const backend = useBackend()
  const navigate = useNavigate()
  const toast = useToast()
  const reject = useProviderToast('Password not changed')
  const { ask, screen } = useTwoFactor()
  const asksCode = link.tokenHash === undefined
  const [reset] = useState(() => passwordReset(backend, link, ask))
  const form = useKitForm(schemaOf(asksCode), {
    defaultValues: { code: '', password: '', again: '' },
    onSubmit: ({ password, code: typed }) => reset(password, typed),
    onSaved: () => {
      toast({ title: 'Password changed', description: 'Sign in with it now.', status: 'success' })
      void navigate('/admin/login', { replace: true })
    },
    onRejected: (error) => {
      if (error instanceof StepCancelled) return true
      const isUsed = error instanceof Error && 'code' in error && error.code === 'otp_expired'
      if (!isUsed) return reject(error)
      if (!asksCode) onExpired()
      else
        toast({
          title: 'Code refused',
          description: 'It is wrong or has expired. Only the newest code works.',
          status: 'error',
        })
      return true
    },
    failure: 'Something went wrong. Please try again.',
    guarded: false,
  })
  if (screen)
    return (
      <PortalFrame title="Choose a new password" text={`For the account of ${link.email}.`}>
        {screen}
      </PortalFrame>
    )
  return (
    <PortalFrame title="Choose a new password" text={`For the account of ${link.email}.`}>
      <Form form={form}>
        <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
        {asksCode && (
          <TextField
            {...form.field('code')}
            label="Code from the email"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
          />
        )}
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
        <SubmitButton full busyLabel="Saving...">
          Save password
        </SubmitButton>
      </Form>
    </PortalFrame>
  )
}
