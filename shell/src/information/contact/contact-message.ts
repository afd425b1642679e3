import { limits, requiredEmail, requiredText } from '@shop/forms/schema'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { refusals } from './contact-outcome'

/** Longest texts that are stored, in characters. */
export const longest = { name: 120, email: limits.email, subject: 200, message: 5000 } as const

/** Fewest characters of a message. */
export const shortestMessage = 10

const atMost = (characters: number) => v.maxLength<string, number, string>(characters, refusals.long)

/** What a visitor writes to the shop, checked in the browser and by the web server. */
export const contactSchema = v.object({
  name: v.pipe(requiredText(refusals.name), atMost(longest.name)),
  email: requiredEmail(refusals.email, refusals['email-shape']),
  subject: v.pipe(requiredText(refusals.subject), atMost(longest.subject)),
  message: v.pipe(
    requiredText(refusals.message),
    v.minLength(shortestMessage, refusals.short),
    atMost(longest.message),
  ),
})

/** Stores a message where staff read it. @throws BackendError */
export async function sendMessage(
  db: Backend,
  { name, email, subject, message }: v.InferOutput<typeof contactSchema>,
): Promise<void> {
  await row(db.from('contact_messages').insert({ name, email, subject, message }))
}
