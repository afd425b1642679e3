import {
  BackendError,
  cartFormPath,
  createBackend,
  formCookie,
  guestCookie,
  guestCookieSeconds,
  isGuestId,
  newGuestId,
  row,
} from '@shop/supabase'
import type { Context, Handler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { FormOptions } from './form-options'
import { visitorFetch } from './visitor-fetch'

const fields = v.object({
  product: v.pipe(v.string(), v.uuid()),
  variant: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.uuid())])),
  quantity: v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1)),
})
/** What the address of the cart says of a limit that was met. */
const limits: Readonly<Record<string, string>> = {
  quantity_limit: 'limit',
  cart_full: 'full',
  rate_limited: 'wait',
  variant_required: 'choose',
  variant_not_found: 'gone',
}

/** Marks the address of a form that is sent again, now with the cookie. */
const cookieSent = 'cookie'

/** The id of the visitor's cart, by the cookie of this server or by the one that the scripts keep. */
const guestIdOf = (context: Context) =>
  [guestCookie, formCookie].map((name) => getCookie(context, name)).find(isGuestId)

/** Makes the visitor known to every page for a year; a browser with scripts takes the id out of the cookie. */
function rememberGuest(context: Context, id: string, siteUrl: string): void {
  setCookie(context, guestCookie, id, {
    path: '/',
    maxAge: guestCookieSeconds,
    sameSite: 'Lax',
    secure: siteUrl.startsWith('https:'),
  })
}

/**
 * Takes the form by which a browser without scripts puts a product in the cart, and answers with the way to the cart.
 * The visitor is known by a cookie from then on; a browser with scripts takes the id out of it and keeps it itself.
 * The visitor's address goes along, so that the limit on new carts counts visitors and not this server.
 *
 * One visitor has one cart: who is not known yet is given the cookie first and sends the form again with it, so a form
 * that is pressed twice finds the first cookie, and a browser that keeps none makes no cart that nobody could open.
 */
export function cartForm({ backend, siteUrl, warn, trustedProxies = 0 }: FormOptions): Handler {
  return async (context) => {
    const form = v.safeParse(fields, await context.req.parseBody().catch(() => null))
    if (!form.success)
      return context.text('Choose a product and a quantity from 1 to 999.', 400, {
        'cache-control': 'no-store',
      })
    const { product, variant, quantity } = form.output
    const id = guestIdOf(context)
    if (!id) {
      if (context.req.query(cookieSent) !== undefined)
        return context.body(null, 303, { location: '/cart?refused=cookie', 'cache-control': 'no-store' })
      rememberGuest(context, newGuestId(), siteUrl)
      return context.body(null, 307, {
        location: `${cartFormPath}?${cookieSent}`,
        'cache-control': 'no-store',
      })
    }
    const db = createBackend(backend, { guestId: id, fetch: visitorFetch(context, trustedProxies) })
    const added = { p_product_id: product, p_quantity: quantity, ...(variant && { p_variant_id: variant }) }
    const refused = await row(db.rpc('cart_add', added)).then(
      () => null,
      (error: unknown) => {
        if (error instanceof BackendError && error.hint === 'insufficient_stock') return error.details ?? '0'
        const limit = error instanceof BackendError ? limits[error.hint ?? ''] : undefined
        if (limit !== undefined) return limit
        warn(
          `A product could not be added by form: ${error instanceof Error ? error.message : String(error)}`,
        )
        return 'error'
      },
    )
    rememberGuest(context, id, siteUrl)
    return context.body(null, 303, {
      location: `/cart${refused === null ? '' : `?refused=${encodeURIComponent(refused)}`}`,
      'cache-control': 'no-store',
    })
  }
}

/** Opens the cart that a visitor filled with scripts without them: their id, sent to this address only, is given to every page. */
export function guestCart({ siteUrl }: FormOptions): Handler {
  return (context) => {
    const id = guestIdOf(context)
    if (id) rememberGuest(context, id, siteUrl)
    return context.body(null, 303, { location: id ? '/cart' : '/cart?empty', 'cache-control': 'no-store' })
  }
}
