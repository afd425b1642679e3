import { useSearchParams } from '@shop/router'
import { useChange } from '@shop/supabase'
import { Box, Button, Field, Input, Stack, Text, Textarea, useToast } from '@shop/ui'
import { useState, useSyncExternalStore, type SubmitEvent, type InputEvent } from 'react'
import {
  checkMessage,
  longest,
  readMessage,
  sendMessage,
  shortestMessage,
  type ContactErrors,
} from './contact-message'
import { outcomeIn, refusalText } from './contact-outcome'

function focusFirst(form: HTMLFormElement, errors: ContactErrors) {
  const control = form.elements.namedItem(Object.keys(errors)[0] ?? '')
  if (control instanceof HTMLElement) control.focus()
}

const thanks = {
  title: 'Message Sent!',
  description: "Thank you for reaching out. We'll get back to you within 24 hours.",
}
const never = () => () => undefined

/** How a form sent without scripts ended. */
function Outcome({ search }: { search: URLSearchParams }) {
  const outcome = outcomeIn(search)
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

/** The letter to the shop. Checked when it is sent; it is emptied only once it has arrived. Without scripts the web server takes it. */
export function ContactForm() {
  const [search] = useSearchParams()
  const [errors, setErrors] = useState<ContactErrors>({})
  const toast = useToast()
  const send = useChange({ change: sendMessage })
  // Until the page listens the browser itself checks: a form sent away comes back empty.
  const listens = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isPending) return
    const form = event.currentTarget
    const message = readMessage(new FormData(form))
    const found = checkMessage(message)
    setErrors(found)
    if (Object.keys(found).length > 0) {
      toast({
        title: 'Validation Error',
        description: 'Please fix the errors below and try again.',
        status: 'error',
      })
      focusFirst(form, found)
      return
    }
    send.mutate(message, {
      onSuccess() {
        form.reset()
        const subject = form.elements.namedItem('subject')
        if (subject instanceof HTMLInputElement) subject.value = '' // it began with what a link had said
        toast({ ...thanks, status: 'success' })
      },
      onError() {
        toast({
          title: 'Message not sent',
          description: 'Your message is still here. Please try again in a moment.',
          status: 'error',
        })
      },
    })
  }

  const forget = (event: InputEvent<HTMLFormElement>) => {
    if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)) return
    const { name } = event.target
    if (name in errors) setErrors(({ ...left }) => ({ ...left, [name]: undefined }))
  }

  return (
    <form
      method="post"
      action="/contact/messages"
      noValidate={listens}
      onSubmit={submit}
      onInput={forget}
      aria-label="Contact"
    >
      <Outcome search={search} />
      <Stack gap="1.25rem">
        <Field label="Full name" error={errors.name} required>
          <Input name="name" autoComplete="name" maxLength={longest.name} />
        </Field>
        <Field label="Email" error={errors.email} required>
          <Input name="email" type="email" autoComplete="email" maxLength={longest.email} />
        </Field>
        <Field label="Subject" error={errors.subject} required>
          <Input name="subject" maxLength={longest.subject} defaultValue={search.get('subject') ?? ''} />
        </Field>
        <Field label="Message" error={errors.message} required>
          <Textarea name="message" rows={7} minLength={shortestMessage} maxLength={longest.message} />
        </Field>
        <Button type="submit" alignSelf="flex-start" busy={send.isPending} busyLabel="Sending...">
          Send Message
        </Button>
      </Stack>
    </form>
  )
}
