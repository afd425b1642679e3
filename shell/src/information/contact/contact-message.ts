import { isEmail } from '@shop/settings'
import { row, type Backend } from '@shop/supabase'

/** What a visitor writes to the shop. */
export interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}

export type ContactErrors = Partial<Record<keyof ContactMessage, string>>

/** Longest texts that are stored, in characters. */
export const longest = { name: 120, email: 254, subject: 200, message: 5000 } as const

const fields = ['name', 'email', 'subject', 'message'] as const

/** Fewest characters of a message. */
export const shortestMessage = 10

/** A message from a form, its edges trimmed. */
export function readMessage(form: FormData): ContactMessage {
  const text = (name: keyof ContactMessage) => {
    const value = form.get(name)
    // A form sent without scripts ends its lines as the network does.
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
  }
  return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message') }
}

/** What is wrong with a trimmed message, in the order of the form's fields; empty when nothing is. */
export function checkMessage({ name, email, subject, message }: ContactMessage): ContactErrors {
  const errors: ContactErrors = {}
  if (!name) errors.name = 'Name is required'
  if (!email) errors.email = 'Email is required'
  else if (!isEmail(email)) errors.email = 'Email is invalid'
  if (!subject) errors.subject = 'Subject is required'
  if (!message) errors.message = 'Message is required'
  else if (message.length < shortestMessage) errors.message = 'Message must be at least 10 characters'
  return errors
}

/** Whether any text of a message is longer than what is stored. */
export function isTooLong(message: ContactMessage): boolean {
  return fields.some((name) => message[name].length > longest[name])
}

/** Stores a message where staff read it. @throws BackendError */
export async function sendMessage(
  db: Backend,
  { name, email, subject, message }: ContactMessage,
): Promise<void> {
  await row(db.from('contact_messages').insert({ name, email, subject, message }))
}
