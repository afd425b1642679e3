import {
  BackendError,
  cartFormPath,
  createBackend,
  formCookie,
  guestCookie,
  guestCookieOf,
  guestIdIn,
  newGuestId,
  row,
  type BackendConfig,
} from '@shop/supabase'
import type { Context, Handler } from 'hono'
import * as v from 'valibot'
import { isOwnForm } from './own-form'
import { visitorFetch } from './visitor-fetch'

const wanted = v.object({
  product: v.pipe(v.string(), v.uuid()),
  quantity: v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1)),
})
/** What the address of the cart says of a limit that was met. */
const limits: Readonly<Record<string, string>> = {
  quantity_limit: 'limit',
  cart_full: 'full',
  rate_limited: 'wait',
}
const asked = 'cookie'

const guestOf = (context: Context) => guestIdIn(context.req.header('cookie') ?? '', [guestCookie, formCookie])

/**
 * Takes the form by which a browser without scripts puts a product in the cart, and answers with the way to the cart.
 * The visitor is known by a cookie from then on; a browser with scripts takes the id out of it and keeps it itself.
 * The visitor's address goes along, so that the limit on new carts counts visitors and not this server.
 *
 * One visitor has one cart: who is not known yet is given the cookie first and sends the form again with it, so a form
 * that is pressed twice finds the first cookie, and a browser that keeps none makes no cart that nobody could open.
 */
export function cartForm(
  config: BackendConfig,
  siteUrl: string,
  warn: (message: string) => void,
  trustedProxies = 0,
): Handler {
  return async (context) => {
    if (!isOwnForm(context.req.raw, siteUrl))
      return context.text('This form can be sent from the shop alone.', 403, { 'cache-control': 'no-store' })
    const form = v.safeParse(wanted, await context.req.parseBody().catch(() => null))
    if (!form.success)
      return context.text('Choose a product and a quantity from 1 to 999.', 400, {
        'cache-control': 'no-store',
      })
    const { product, quantity } = form.output
    const secure = siteUrl.startsWith('https:')
    const id = guestOf(context)
    if (!id) {
      if (context.req.query(asked) !== undefined)
        return context.body(null, 303, { location: '/cart?refused=cookie', 'cache-control': 'no-store' })
      return context.body(null, 307, {
        location: `${cartFormPath}?${asked}`,
        'set-cookie': guestCookieOf(guestCookie, newGuestId(), '/', secure),
        'cache-control': 'no-store',
      })
    }
    const db = createBackend(config, { guestId: id, fetch: visitorFetch(context, trustedProxies) })
    const refused = await row(db.rpc('cart_add', { p_product_id: product, p_quantity: quantity })).then(
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
    return context.body(null, 303, {
      location: `/cart${refused === null ? '' : `?refused=${encodeURIComponent(refused)}`}`,
      'set-cookie': guestCookieOf(guestCookie, id, '/', secure),
      'cache-control': 'no-store',
    })
  }
}

/** Shows the cart that a visitor filled with scripts to the same visitor without: their id, which only this address is sent, becomes the page's. */
export function cartOfForm(siteUrl: string): Handler {
  return (context) => {
    const id = guestOf(context)
    return context.body(null, 303, {
      location: id ? '/cart' : '/cart?empty',
      ...(id && { 'set-cookie': guestCookieOf(guestCookie, id, '/', siteUrl.startsWith('https:')) }),
      'cache-control': 'no-store',
    })
  }
}
