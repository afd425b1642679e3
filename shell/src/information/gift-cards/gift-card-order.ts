import { limits as shared, optionalText, requiredEmail, requiredText } from '@shop/forms/schema'
import { holdsLink, isEmail } from '@shop/settings'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

/** Minimum and maximum amount in pounds, and maximum lengths in characters. */
export const limits = { ...shared, minPounds: 25, maxPounds: 500, message: 300 } as const

const invalidEmail = 'Enter an email address like name@example.co.uk'
const linkFree = 'Please leave out web addresses, email addresses and phone numbers'

const pounds = (amount: string) => (/^\d{1,4}$/.test(amount) ? Number(amount) : Number.NaN)
const isAmount = (amount: string) => pounds(amount) >= limits.minPounds && pounds(amount) <= limits.maxPounds
const holdsNoLink = (text: string) => !holdsLink(text)

/** Schema of a gift card order. Its email goes to an address of the buyer's choice, so no text in it may contain a link. */
export const giftCardSchema = v.pipe(
  v.object({
    amount: v.pipe(
      optionalText(),
      v.transform((amount) => amount.replace(/^£\s*/, '')),
      v.check(
        isAmount,
        `Enter whole pounds from £${String(limits.minPounds)} to £${String(limits.maxPounds)}`,
      ),
    ),
    recipientEmail: v.pipe(
      optionalText(),
      v.check((email) => email === '' || isEmail(email), invalidEmail),
    ),
    message: v.pipe(
      optionalText(),
      v.check(holdsNoLink, `${linkFree}, and put a space after each full stop`),
    ),
    firstName: v.pipe(requiredText('Enter your first name'), v.check(holdsNoLink, linkFree)),
    lastName: v.pipe(requiredText('Enter your last name'), v.check(holdsNoLink, linkFree)),
    email: requiredEmail('Enter your email address', invalidEmail),
  }),
  // Two harmless names may form a link together.
  v.forward(
    v.check(
      ({ firstName, lastName }) => holdsLink(lastName) || holdsNoLink(`${firstName} ${lastName}`),
      linkFree,
    ),
    ['firstName'],
  ),
)

/** A gift card order with trimmed texts. */
export type GiftCardOrder = v.InferOutput<typeof giftCardSchema>

/** Starts the checkout of a gift card. @returns its session's id @throws BackendError */
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
