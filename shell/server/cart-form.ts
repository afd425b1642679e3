import { BackendError, createBackend, guestCookie, guestIdIn, newGuestId, row, type BackendConfig } from '@shop/supabase'
import type { Handler } from 'hono'
import * as v from 'valibot'
import { isOwnForm } from './own-form'
import { visitorFetch } from './visitor-fetch'

const wanted = v.object({
  product: v.pipe(v.string(), v.uuid()),
  quantity: v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1)),
})
/** What the address of the cart says of a limit that was met. */
const limits: Readonly<Record<string, string>> = { quantity_limit: 'limit', cart_full: 'full', rate_limited: 'wait' }
const yearSeconds = 365 * 24 * 60 * 60

/**
 * Takes the form by which a browser without scripts puts a product in the cart, and answers with the way to the cart.
 * The visitor is known by a cookie from then on; a browser with scripts takes the id out of it and keeps it itself.
 * The visitor's address goes along, so that the limit on new carts counts visitors and not this server.
 */
export function cartForm(config: BackendConfig, siteUrl: string, warn: (message: string) => void, trustedProxies = 0): Handler {
  return async (context) => {
    if (!isOwnForm(context.req.raw, siteUrl)) return context.text('This form can be sent from the shop alone.', 403, { 'cache-control': 'no-store' })
    const form = v.safeParse(wanted, await context.req.parseBody().catch(() => null))
    if (!form.success) return context.text('Choose a product and a quantity from 1 to 999.', 400, { 'cache-control': 'no-store' })
    const { product, quantity } = form.output
    const id = guestIdIn(context.req.header('cookie') ?? '') ?? newGuestId()
    const db = createBackend(config, { guestId: id, fetch: visitorFetch(context, trustedProxies) })
    const refused = await row(db.rpc('cart_add', { p_product_id: product, p_quantity: quantity })).then(() => null, (error: unknown) => {
      if (error instanceof BackendError && error.hint === 'insufficient_stock') return error.details ?? '0'
      const limit = error instanceof BackendError ? limits[error.hint ?? ''] : undefined
      if (limit !== undefined) return limit
      warn(`A product could not be added by form: ${error instanceof Error ? error.message : String(error)}`)
      return 'error'
    })
    const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
    return context.body(null, 303, {
      location: `/cart${refused === null ? '' : `?refused=${encodeURIComponent(refused)}`}`,
      'set-cookie': `${guestCookie}=${id}; Path=/; Max-Age=${String(yearSeconds)}; SameSite=Lax${secure}`,
      'cache-control': 'no-store',
    })
  }
}
