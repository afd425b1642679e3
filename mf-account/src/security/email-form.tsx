import { useForm } from '@shop/forms'
import { limits } from '@shop/forms/schema'
import { useBackend } from '@shop/supabase'
import { Box, Button, Field, Input, Stack, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { withPassword } from '../auth/account-calls'
import { email as address, password } from '../auth/credential-rules'
import { PasswordInput } from '../auth/password-input'
import { Section } from '../settings/section'
import { rejectionOf } from './rejected'

const change = v.object({ address, current: password })

/** Changes the email address: it counts once it was confirmed by emails to the present and to the new one. */
export function EmailForm({ email }: { email: string }) {
  const db = useBackend()
  const toast = useToast()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm(change, {
    async submit({ address, current }, clear) {
      await withPassword(db, { email, password: current }, async (fresh) => {
        const { error } = await (await fresh.auth()).updateUser({ email: address, current_password: current })
        if (error) throw error
      })
      setSentTo(address)
      clear()
    },
    onRejected(error) {
      const rejection = rejectionOf(error)
      if (rejection)
        return { field: rejection.at === 'current' ? 'current' : 'address', message: rejection.message }
      toast({
        title: 'Your email address was not changed',
        description: 'Please try again in a moment.',
        status: 'error',
      })
      return undefined
    },
  })
  return (
    <Section title="Email address" text={`You sign in with ${email}.`}>
      <form {...form.formProps} aria-label="Email address">
        <Stack gap="1.25rem">
          <Field label="New email address" required {...form.field('address')}>
            <Input type="email" autoComplete="email" maxLength={limits.email} />
          </Field>
          <Field label="Current password" required {...form.field('current')}>
            <PasswordInput autoComplete="current-password" />
          </Field>
          <Button type="submit" alignSelf="start" busy={form.submitting} busyLabel="Sending...">
            Change email address
          </Button>
          <Box aria-live="polite">
            {sentTo && (
              <Text color="inkSoft" overflowWrap="anywhere">
                We have written to {email} and to {sentTo}. Your address changes once you’ve confirmed it in
                both emails; until then nothing does.
              </Text>
            )}
          </Box>
        </Stack>
      </form>
    </Section>
  )
}
