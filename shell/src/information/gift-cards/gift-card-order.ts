import { limits as shared, optionalText, requiredEmail, requiredText } from '@shop/forms/schema'
import { holdsLink, isEmail } from '@shop/settings'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

/** Pounds a card may hold, and the longest texts that are stored, in characters. */
export const limits = { ...shared, least: 25, most: 500, message: 300 } as const

const noAddress = 'Enter an email address like name@example.co.uk'
const linkFree = 'Leave out web addresses, email addresses and phone numbers'

const pounds = (amount: string) => (/^\d{1,4}$/.test(amount) ? Number(amount) : Number.NaN)
const isAmount = (amount: string) => pounds(amount) >= limits.least && pounds(amount) <= limits.most
const holdsNoLink = (text: string) => !holdsLink(text)

/** A gift card as its buyer asks for it. Its letter goes to an address of their choice: nothing in it may lead elsewhere. */
export const giftCardSchema = v.pipe(
  v.object({
    amount: v.pipe(
      optionalText(),
      v.transform((amount) => amount.replace(/^£\s*/, '')),
      v.check(isAmount, `Enter whole pounds from £${String(limits.least)} to £${String(limits.most)}`),
    ),
    recipientEmail: v.pipe(
      optionalText(),
      v.check((email) => email === '' || isEmail(email), noAddress),
    ),
    message: v.pipe(
      optionalText(),
      v.check(holdsNoLink, `${linkFree}, and put a space after each full stop`),
    ),
    firstName: v.pipe(requiredText('Enter a first name'), v.check(holdsNoLink, linkFree)),
    lastName: v.pipe(requiredText('Enter a last name'), v.check(holdsNoLink, linkFree)),
    email: requiredEmail('Enter an email address', noAddress),
  }),
  // Two names that each lead nowhere may do so together.
  v.forward(
    v.check(
      ({ firstName, lastName }) => holdsLink(lastName) || holdsNoLink(`${firstName} ${lastName}`),
      linkFree,
    ),
    ['firstName'],
  ),
)

/** A gift card's order, its edges trimmed. */
export type GiftCardOrder = v.InferOutput<typeof giftCardSchema>

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
