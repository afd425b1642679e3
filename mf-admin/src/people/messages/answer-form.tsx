import { cleanText } from '@shop/settings'
import { useBackend, useQueryClient } from '@shop/supabase'
import { useToast } from '@shop/ui'
import { useEffect, useState, type RefObject } from 'react'
import * as v from 'valibot'
import { TextareaField } from '../../kit/fields'
import { Form, SubmitButton, useKitForm } from '../../kit/form'
import type { UnsavedGuard } from '../../kit/unsaved-guard'
import { messagesKey } from '../../frame/layout/unread-messages'
import { answerMessage, type Message } from './message-record'

const maxLength = 5000

const answerSchema = v.object({
  text: v.pipe(
    v.string(),
    v.transform(cleanText),
    v.nonEmpty('Please write an answer.'),
    v.maxLength(maxLength, 'At most 5,000 characters, please.'),
  ),
})

interface AnswerFormProps {
  message: Message
  guard: RefObject<UnsavedGuard | null>
}

/** Answers a message by email. A retry after a lost connection sends nothing twice, since the answer keeps its key. */
export function AnswerForm({ message: { id, email }, guard }: AnswerFormProps) {
  const backend = useBackend()
  const queries = useQueryClient()
  const toast = useToast()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const form = useKitForm(answerSchema, {
    defaultValues: { text: '' },
    onSubmit: ({ text }) => answerMessage(backend, id, key, text),
    onSaved: () => {
      setKey(crypto.randomUUID())
      form.reset({ text: '' })
      toast({ title: 'Answer sent', description: `It goes to ${email} within a minute.`, status: 'success' })
      void queries.invalidateQueries({ queryKey: messagesKey })
    },
    failure: 'Failed to send the answer. Please try again.',
  })
  useEffect(() => {
    guard.current = form.guard
  })
  return (
    <Form form={form}>
      <TextareaField
        {...form.field('text')}
        label="Answer"
        hint="Sent by email, with the message quoted below."
        rows={6}
        maxLength={maxLength}
      />
      <div>
        <SubmitButton busyLabel="Sending...">Send answer</SubmitButton>
      </div>
    </Form>
  )
}
