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
  rows,
} from '@shop/supabase'
import type { Context, Handler } from 'hono'
import * as v from 'valibot'
import type { FormOptions } from './form-options'
import { visitorCookie, writtenCookie } from './visitor-cookies'
import { visitorFetch } from './visitor-fetch'

/** The fields of the form that adds a product. */
const addFields = v.object({
  product: v.pipe(v.string(), v.uuid()),
  variant: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.uuid())])),
  quantity: v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1)),
})
const quantityFields = v.object({
  line: v.pipe(v.string(), v.uuid()),
  quantity: v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number)),
})
const changeFields = v.object({
  line: v.pipe(v.string(), v.uuid()),
  variant: v.pipe(v.string(), v.uuid()),
})

/** The value of `refused` in the cart's URL, by the hint of a limit that was reached. */
const limits: Readonly<Record<string, string>> = {
  quantity_limit: 'limit',
  cart_full: 'full',
  rate_limited: 'wait',
  variant_required: 'choose',
  variant_not_found: 'gone',
  line_not_found: 'removed',
}

/** Query parameter of the form's URL on its second request, which should carry the cookie. */
const cookieSent = 'cookie'

/** The guest id, from the cookie of this server or from the one that the browser's scripts set. */
const guestIdOf = (context: Context, siteUrl: string) =>
  [guestCookie, formCookie].map((name) => visitorCookie(context, siteUrl, name)).find(isGuestId)

/** Sends the guest id to every page for a year; a browser with scripts moves it from the cookie to its storage. */
export const writtenGuestCookie = (context: Context, id: string, siteUrl: string): string =>
  writtenCookie(context, siteUrl, guestCookie, id, { maxAge: guestCookieSeconds })

const setGuestCookie = (context: Context, id: string, siteUrl: string) => {
  context.header('set-cookie', writtenGuestCookie(context, id, siteUrl), { append: true })
}

/** Redirects to the cart, which shows why a form was refused; null where it was not. */
const toCart = (context: Context, refusal: string | null) =>
  context.body(null, 303, {
    location: `/cart${refusal === null ? '' : `?refused=${encodeURIComponent(refusal)}`}`,
    'cache-control': 'no-store',
  })

/** Whose cart it is: a guest's by their id, a signed-in visitor's by the header `Authorization`, which the backend checks. */
interface CartVisitor {
  id: string | null
  token?: string
}

/** Changes the visitor's cart. @returns why it was refused, as in the cart's URL; null where it was not */
function changeCart(
  { backend, warn, trustedProxies = 0 }: FormOptions,
  context: Context,
  { id: guestId, token }: CartVisitor,
  change: (db: ReturnType<typeof createBackend>) => Promise<unknown>,
): Promise<string | null> {
  const db = createBackend(backend, { guestId, fetch: visitorFetch(context, trustedProxies, token) })
  return change(db).then(
    () => null,
    (error: unknown) => {
      if (error instanceof BackendError && error.hint === 'insufficient_stock') return error.details ?? '0'
      const limit = error instanceof BackendError ? limits[error.hint ?? ''] : undefined
      if (limit !== undefined) return limit
      // A session that has ended: the shop's own scripts know what to do about it.
      if (token && error instanceof BackendError && error.status === 401) return 'session'
      warn(`The cart could not be changed by form: ${error instanceof Error ? error.message : String(error)}`)
      return 'error'
    },
  )
}

/**
 * Adds a product to the cart from the form of a browser without scripts, and redirects to the cart. A cookie identifies
 * the guest from then on. The visitor's IP address is forwarded, so that the rate limit on new carts counts visitors.
 *
 * A visitor without a cookie gets one first, by a 307 redirect to the same form: a form submitted twice then fills one
 * cart, and a browser that stores no cookies creates no cart.
 */
export function cartForm(options: FormOptions): Handler {
  return async (context) => {
    const form = v.safeParse(addFields, await context.req.parseBody().catch(() => null))
    if (!form.success)
      return context.text('Choose a product and a quantity from 1 to 999.', 400, {
        'cache-control': 'no-store',
      })
    const { product, variant, quantity } = form.output
    const id = guestIdOf(context, options.siteUrl)
    if (!id) {
      if (context.req.query(cookieSent) !== undefined) return toCart(context, 'cookie')
      setGuestCookie(context, newGuestId(), options.siteUrl)
      return context.body(null, 307, {
        location: `${cartFormPath}?${cookieSent}`,
        'cache-control': 'no-store',
      })
    }
    const added = { p_product_id: product, p_quantity: quantity, ...(variant && { p_variant_id: variant }) }
    const refusal = await changeCart(options, context, { id }, (db) => row(db.rpc('cart_add', added)))
    setGuestCookie(context, id, options.siteUrl)
    return toCart(context, refusal)
  }
}

/** Changes the variant of a line of the guest's cart from the form of a browser without scripts, and redirects to the cart. */
export function variantForm(options: FormOptions): Handler {
  return async (context) => {
    const form = v.safeParse(changeFields, await context.req.parseBody().catch(() => null))
    if (!form.success)
      return context.text('Choose one of the values in the list.', 400, { 'cache-control': 'no-store' })
    const { line, variant } = form.output
    const id = guestIdOf(context, options.siteUrl)
    if (!id) return toCart(context, 'removed')
    const changed = { p_item_id: line, p_variant_id: variant }
    const refusal = await changeCart(options, context, { id }, (db) =>
      row(db.rpc('cart_change_variant', changed)),
    )
    setGuestCookie(context, id, options.siteUrl)
    return toCart(context, refusal)
  }
}

/** Changes the quantity of a line of the guest's cart from the form of a browser without scripts; none removes the line. */
export function quantityForm(options: FormOptions): Handler {
  return async (context) => {
    const form = v.safeParse(quantityFields, await context.req.parseBody().catch(() => null))
    if (!form.success)
      return context.text('Choose a quantity from 0 to 999.', 400, { 'cache-control': 'no-store' })
    const { line, quantity } = form.output
    const id = guestIdOf(context, options.siteUrl)
    if (!id) return toCart(context, 'removed')
    const refusal = await changeCart(options, context, { id }, async (db) => {
      if (quantity === 0) return row(db.from('cart_items').delete().eq('id', line))
      const changed = await rows(db.from('cart_items').update({ quantity }).eq('id', line).select('id'))
      if (changed.length === 0)
        throw new BackendError(404, { message: 'No such line', hint: 'line_not_found' })
    })
    setGuestCookie(context, id, options.siteUrl)
    return toCart(context, refusal)
  }
}

/** Opens, without scripts, the cart that a visitor filled with scripts: copies the guest id to the cookie of all pages. */
export function openGuestCart({ siteUrl }: FormOptions): Handler {
  return (context) => {
    const id = guestIdOf(context, siteUrl)
    if (id) setGuestCookie(context, id, siteUrl)
    return context.body(null, 303, { location: id ? '/cart' : '/cart?empty', 'cache-control': 'no-store' })
  }
}
