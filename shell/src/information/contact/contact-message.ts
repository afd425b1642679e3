import { limits, requiredEmail, requiredText } from '@shop/forms/schema'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { refusals } from './contact-outcome'

/** Maximum lengths, in characters. */
export const maxLengths = { name: 120, email: limits.email, subject: 200, message: 5000 } as const

/** Minimum length of a message, in characters. */
export const minMessageLength = 10

const maxLength = (characters: number) => v.maxLength<string, number, string>(characters, refusals.long)

/** Schema of a contact message, for the browser and the web server. */
export const contactSchema = v.object({
  name: v.pipe(requiredText(refusals.name), maxLength(maxLengths.name)),
  email: requiredEmail(refusals.email, refusals['email-shape']),
  subject: v.pipe(requiredText(refusals.subject), maxLength(maxLengths.subject)),
  message: v.pipe(
    requiredText(refusals.message),
    v.minLength(minMessageLength, refusals.short),
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
