import { useForm } from '@shop/forms'
import { useSearchParams } from '@shop/router'
import { useBackend } from '@shop/supabase'
import { Box, Button, Field, Input, Stack, Text, Textarea, useToast } from '@shop/ui'
import { contactSchema, maxLengths, sendMessage, minMessageLength } from './contact-message'
import { parseOutcome, refusalText } from './contact-outcome'

const thanks = {
  title: 'Message Sent!',
  description: "Thank you for reaching out. We'll get back to you within 24 hours.",
}

/** Of the form's toasts: each replaces the one before it, so that no error stands beside the thanks. */
const topic = 'contact'

/** The outcome of a form sent without scripts. */
function Outcome({ search }: { search: URLSearchParams }) {
  const outcome = parseOutcome(search)
  if (!outcome) return null
  const [title, lines] = outcome.sent
    ? [thanks.title, [thanks.description]]
    : ['Message not sent', outcome.reasons.map((reason) => `${refusalText(reason)}.`)]
  return (
    <Box
      role={outcome.sent ? 'status' : 'alert'}
      layerStyle="rule"
      paddingBlock="1.25rem"
      marginBottom="1.5rem"
    >
      <Text fontWeight={500} color={outcome.sent ? 'ink' : 'danger'}>
        {title}
      </Text>
      {lines.map((line) => (
        <Text key={line} color="inkSoft">
          {line}
        </Text>
      ))}
    </Box>
  )
}

/** The contact form, cleared once the message is stored. Without scripts it is sent to the web server. */
export function ContactForm() {
  const [search] = useSearchParams()
  const toast = useToast()
  const db = useBackend()
  const form = useForm(contactSchema, {
    initial: { subject: search.get('subject') ?? '' },
    async submit(message, clear) {
      await sendMessage(db, message)
      clear()
      toast({ ...thanks, status: 'success', topic })
    },
    onRefused() {
      toast({
        title: 'Message not sent',
        description: 'Your message is still here. Please try again in a moment.',
        status: 'error',
        topic,
      })
      return undefined
    },
    onInvalid() {
      toast({
        title: 'Validation Error',
        description: 'Please fix the errors below and try again.',
        status: 'error',
        topic,
      })
    },
  })

  return (
    <form {...form.formProps} action="/contact/messages" aria-label="Contact">
      <Outcome search={search} />
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
