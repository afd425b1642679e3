import { useForm } from '@shop/forms'
import { useActionData, useSearchParams } from '@shop/router'
import { useBackend } from '@shop/supabase'
import { Box, Button, Field, Input, Stack, Text, Textarea, useToast } from '@shop/ui'
import type { ContactResponse } from './contact-action'
import { contactSchema, maxLengths, minMessageLength, notSent, sendMessage } from './contact-message'

const thanks = {
  title: 'Message Sent!',
  description: "Thank you for reaching out. We'll get back to you within 24 hours.",
}

/** Of the form's toasts: each replaces the one before it, so that no error stands beside the thanks. */
const topic = 'contact'

const invalid = { title: 'Validation Error', description: 'Please fix the errors below and try again.' }
const failed = { title: 'Message not sent', description: notSent.error }

/** The result of a form that was posted. */
function Outcome({ response: { sent, reason } }: { response: ContactResponse }) {
  const { title, description } = sent
    ? thanks
    : reason === null
      ? invalid
      : { ...failed, description: reason }
  return (
    <Box role={sent ? 'status' : 'alert'} layerStyle="rule" paddingBlock="1.25rem" marginBottom="1.5rem">
      <Text fontWeight={500} color={sent ? 'ink' : 'danger'}>
        {title}
      </Text>
      <Text color="inkSoft">{description}</Text>
    </Box>
  )
}

/** The contact form, cleared once the message is stored. Until scripts are there it is posted to its page. */
export function ContactForm() {
  const [search] = useSearchParams()
  const response = useActionData<ContactResponse>()
  const toast = useToast()
  const db = useBackend()
  const form = useForm(contactSchema, {
    initial: { subject: search.get('subject') ?? '', ...response?.typed },
    initialErrors: response?.problems,
    async submit(message, clear) {
      await sendMessage(db, message)
      clear()
      toast({ ...thanks, status: 'success', topic })
    },
    onRejected() {
      toast({ ...failed, status: 'error', topic })
      return undefined
    },
    onInvalid() {
      toast({ ...invalid, status: 'error', topic })
    },
  })

  return (
    <form {...form.formProps} aria-label="Contact">
      {response && <Outcome response={response} />}
      <Stack gap="1.25rem">
        <Field label="Full name" required {...form.field('name')}>
          <Input autoComplete="name" maxLength={maxLengths.name} />
        </Field>
        <Field label="Email" required {...form.field('email')}>
          <Input type="email" autoComplete="email" maxLength={maxLengths.email} />
        </Field>
        <Field label="Subject" required {...form.field('subject')}>
          <Input maxLength={maxLengths.subject} />
        </Field>
        <Field label="Message" required {...form.field('message')}>
          <Textarea rows={7} minLength={minMessageLength} maxLength={maxLengths.message} />
        </Field>
        <Button type="submit" alignSelf="flex-start" busy={form.submitting} busyLabel="Sending...">
          Send Message
        </Button>
      </Stack>
    </form>
  )
}
