import { useAuth } from '@shop/auth'
import { useForm } from '@shop/forms'
import { useNavigate } from '@shop/router'
import { BackendError, useBackend } from '@shop/supabase'
import { Box, Button, Dialog, Field, HStack, Stack, Text, useToast } from '@shop/ui'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { password } from '../auth/credential-rules'
import { PasswordInput } from '../auth/password-input'
import { rejectionOf } from '../security/rejected'
import { Section } from '../settings/section'
import { deleteAccount } from './delete-account'

/** Explains what goes and what stays, and asks in a dialog. */
export function DeleteSection({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
  }
  return (
    <Section title="Delete my account">
      <Box display="grid" gap=".75rem" color="inkSoft">
        <Text>
          Your profile, addresses, wishlist, cart, messages, reviews and requests are deleted at once, and
          nobody can bring them back. Orders can then no longer be returned from here.
        </Text>
        <Text>
          Tax law asks us to keep what was sold for six years: number, day, goods, sums and country. We keep
          that without your name, address, email and phone number. A last email confirms it.
        </Text>
      </Box>
      <Button
        variant="quiet"
        justifySelf="start"
        onClick={() => {
          setOpen(true)
        }}
      >
        Delete my account
      </Button>
      <Dialog open={isOpen} onClose={close} title="Delete your account?" description="This cannot be undone.">
        <DeleteForm email={email} onCancel={close} />
      </Dialog>
    </Section>
  )
}

const proof = v.object({ current: password })

function DeleteForm({ email, onCancel }: { email: string; onCancel: () => void }) {
  const { signOut } = useAuth()
  const db = useBackend()
  const navigate = useNavigate()
  const toast = useToast()
  const [obstacle, setObstacle] = useState<string | null>(null)
  const isDeleted = useRef(false)
  // The provider knows the session no more; here it is cleared away once this page is gone, whose guard would lead to the sign-in.
  useEffect(
    () => () => {
      if (isDeleted.current) void signOut().catch(() => undefined)
    },
    [signOut],
  )
  const form = useForm(proof, {
    async submit({ current }) {
      setObstacle(null)
      await deleteAccount(db, { email, password: current })
      isDeleted.current = true
      await navigate('/', { replace: true })
      toast({
        title: 'Your account is deleted',
        description: 'We’ve sent you one last email to confirm it. Thank you for shopping with us.',
        status: 'success',
      })
    },
    onRejected(error) {
      if (error instanceof BackendError && error.status === 409) {
        setObstacle(error.message)
        return undefined
      }
      const rejection = rejectionOf(error)
      if (rejection) return { field: 'current', message: rejection.message }
      toast({
        title: 'Your account was not deleted',
        description: 'Nothing has changed. Please try again in a moment.',
        status: 'error',
      })
      return undefined
    },
  })
  return (
    <form {...form.formProps} aria-label="Delete my account">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Stack gap="1.25rem">
        <Text>Enter your password so that we know it’s you.</Text>
        <Field label="Current password" required {...form.field('current')}>
          <PasswordInput autoComplete="current-password" />
        </Field>
        <Box aria-live="assertive">{obstacle && <Text color="danger">{obstacle}</Text>}</Box>
        <HStack gap=".75rem" flexWrap="wrap">
          <Button type="submit" variant="danger" busy={form.submitting} busyLabel="Deleting...">
            Delete for good
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Keep my account
          </Button>
        </HStack>
      </Stack>
    </form>
  )
}
