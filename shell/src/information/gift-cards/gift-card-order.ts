import { holdsLink, isEmail } from '@shop/settings'
import { row, type Backend } from '@shop/supabase'

/** A gift card as its buyer asks for it. */
export interface GiftCardOrder {
  amount: string
  email: string
  firstName: string
  lastName: string
  recipientEmail: string
  message: string
}

export type GiftCardErrors = Partial<Record<keyof GiftCardOrder, string>>

/** Pounds a card may hold, and the longest texts that are stored, in characters. */
export const limits = { least: 25, most: 500, email: 254, name: 100, message: 300 } as const

const linkFree = 'Leave out web addresses, email addresses and phone numbers'

/** The order in a form, its edges trimmed. */
export function readOrder(form: FormData): GiftCardOrder {
  const text = (name: keyof GiftCardOrder) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    amount: text('amount').replace(/^£\s*/, ''),
    email: text('email'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    recipientEmail: text('recipientEmail'),
    message: text('message'),
  }
}

/** What is wrong with an order, in the order of the form's fields; empty when nothing is. */
export function checkOrder({
  amount,
  email,
  firstName,
  lastName,
  recipientEmail,
  message,
}: GiftCardOrder): GiftCardErrors {
  const errors: GiftCardErrors = {}
  const pounds = /^\d{1,4}$/.test(amount) ? Number(amount) : Number.NaN
  if (!(pounds >= limits.least && pounds <= limits.most))
    errors.amount = `Enter whole pounds from £${String(limits.least)} to £${String(limits.most)}`
  if (recipientEmail && !isEmail(recipientEmail))
    errors.recipientEmail = 'Enter an email address like name@example.co.uk'
  // A letter to an address of the buyer's choice: nothing in it may lead elsewhere.
  if (holdsLink(message)) errors.message = `${linkFree}, and put a space after each full stop`
  if (!firstName) errors.firstName = 'Enter a first name'
  else if (holdsLink(firstName) || (!holdsLink(lastName) && holdsLink(`${firstName} ${lastName}`)))
    errors.firstName = linkFree
  if (!lastName) errors.lastName = 'Enter a last name'
  else if (holdsLink(lastName)) errors.lastName = linkFree
  if (!email) errors.email = 'Enter an email address'
  else if (!isEmail(email)) errors.email = 'Enter an email address like name@example.co.uk'
  return errors
}

/** Begins the checkout of a gift card and gives its session's id. @throws BackendError */
export async function startGiftCard(db: Backend, order: GiftCardOrder): Promise<string> {
  const session = await row(
    db.rpc('start_gift_card', {
      p_details: {
        amount: Number(order.amount),
        email: order.email,
        first_name: order.firstName,
        last_name: order.lastName,
        recipient_email: order.recipientEmail || null,
        message: order.message || null,
      },
    }),
  )
  return session.session_id
}
