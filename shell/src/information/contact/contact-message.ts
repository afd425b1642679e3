import { limits, requiredEmail, requiredText } from '@shop/forms/schema'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

/** Maximum lengths, in characters. */
export const maxLengths = { name: 120, email: limits.email, subject: 200, message: 5000 } as const

/** Minimum length of a message, in characters. */
export const minMessageLength = 10

/** Why a message was not sent, where no field says it. */
export const notSent = {
  wait: 'You’ve sent several messages in a short time. Please wait a moment and try again.',
  error: 'Your message is still here. Please try again in a moment.',
} as const

const maxLength = (characters: number) =>
  v.maxLength<string, number, string>(characters, 'Message is too long. Please shorten it')

/** Schema of a contact message, for the browser and the web server. */
export const contactSchema = v.object({
  name: v.pipe(requiredText('Name is required'), maxLength(maxLengths.name)),
  email: requiredEmail('Email is required', 'Email is invalid'),
  subject: v.pipe(requiredText('Subject is required'), maxLength(maxLengths.subject)),
  message: v.pipe(
    requiredText('Message is required'),
    v.minLength(minMessageLength, 'Message must be at least 10 characters'),
    maxLength(maxLengths.message),
  ),
})

/** Stores a message where staff read it. @throws BackendError */
export async function sendMessage(
  db: Backend,
  { name, email, subject, message }: v.InferOutput<typeof contactSchema>,
): Promise<void> {
  await row(db.from('contact_messages').insert({ name, email, subject, message }))
}
