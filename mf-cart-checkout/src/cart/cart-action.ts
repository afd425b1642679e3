import { cartFailure, cartMessages, sendChange, type CartChange } from '@shop/cart'
import { formAction, statusOf, textsOf } from '@shop/forms/posted'
import * as v from 'valibot'

/** What the cart says of a form that changed nothing. */
export interface CartResponse {
  rejected: string
}

const id = v.pipe(v.string(), v.uuid())
const quantity = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number))

const added = v.pipe(
  v.object({
    product: id,
    variant: v.optional(v.union([v.literal(''), id])),
    quantity: v.pipe(quantity, v.minValue(1)),
  }),
  v.transform(({ product, variant, quantity }): CartChange => {
    return { kind: 'add', productId: product, variantId: variant || null, quantity }
  }),
)
const changedVariant = v.pipe(
  v.object({ line: id, variant: id }),
  v.transform(({ line, variant }): CartChange => ({ kind: 'variant', lineId: line, variantId: variant })),
)
const changedQuantity = v.pipe(
  v.object({ line: id, quantity: quantity }),
  v.transform(({ line, quantity }): CartChange =>
    quantity === 0 ? { kind: 'remove', lineId: line } : { kind: 'set', lineId: line, quantity },
  ),
)
const cartForm = v.union([added, changedVariant, changedQuantity])

const cart = { location: '/cart', status: 303 as const }

/**
 * Adds a product to the guest's cart, or changes a line of it.
 *
 * A form that adds is first sent on, by a 307 redirect, to an address with an idempotency key: sent there again, because the answer
 * was lost with its web server, it counts once. The same redirect gives a guest their cookie, so that a form submitted twice fills
 * one cart, and a browser that stores no cookies creates no cart.
 */
export const action = formAction<CartResponse>(async ({ form, url, data: { backend } }) => {
  const change = v.safeParse(cartForm, textsOf(form))
  if (!change.success)
    return { status: 422, shown: { rejected: 'Choose a product and a quantity from 1 to 999.' } }
  const key = url.searchParams.get('key')
  if (key === null && (change.output.kind === 'add' || backend.guest.id() === null)) {
    backend.guest.ensure()
    return { location: `/cart?key=${crypto.randomUUID()}`, status: 307 }
  }
  if (backend.guest.id() === null)
    return { status: 409, shown: { rejected: cartMessages.cookiesBlocked.description } }
  try {
    await sendChange(backend, { ...change.output, ...(key !== null && { key }) })
    return cart
  } catch (error) {
    const fallback = change.output.kind === 'add' ? cartMessages.addFailed : cartMessages.updateFailed
    const { description = fallback.description } = cartFailure(error, fallback)
    return { status: statusOf(error), shown: { rejected: description } }
  }
})
