import { formCookie, guestCookieSeconds, isGuestId, newGuestId, row, rows } from '@shop/supabase'
import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { EarlyAnswer } from '../inline/early-answer'
import { addFields, changeCart, guestIdOf } from './cart-form'
import type { FormOptions } from './form-options'
import { setVisitorCookie } from './visitor-cookies'

const headersOf = v.object({
  guest: v.string(),
  token: v.pipe(v.string(), v.regex(/^[\w.-]{0,4096}$/)),
  press: v.pipe(v.string(), v.minLength(16), v.maxLength(64)),
})

// A press that is sent again because its answer was lost comes within seconds.
const rememberedMs = 10 * 60_000
const mostRemembered = 10_000

const addedWords = 'Item has been added to your cart.'

function answerOf(pieces: number, about: string, guest: string | null): EarlyAnswer {
  const items = pieces === 1 ? '1 item' : `${String(pieces)} items`
  return {
    count: pieces > 99 ? '99+' : String(pieces),
    label: `Cart, ${items}`,
    said: addedWords,
    about,
    guest,
  }
}

/**
 * Adds a product to the cart for the script that a page has before the shop's own ones: one round trip, answered as JSON. A press
 * has an `idempotency-key`, and is counted once where it is sent twice. Other requests go on to the form's own handler.
 */
export function earlyAdd(options: FormOptions): MiddlewareHandler {
  const presses = new LRUCache<string, Promise<EarlyAnswer>>({ max: mostRemembered, ttl: rememberedMs })
  return async (context, next) => {
    const header = (name: string) => context.req.header(name) ?? ''
    const headers = v.safeParse(headersOf, {
      guest: header('x-session-id'),
      token: header('x-session-token'),
      press: header('idempotency-key'),
    })
    if (!headers.success) return next()
    const form = v.safeParse(addFields, await context.req.parseBody().catch(() => null))
    if (!form.success) return next()
    const { product, variant, quantity } = form.output
    const { guest: sent, token: session, press } = headers.output
    const token = session && `Bearer ${session}`

    const add = async (): Promise<EarlyAnswer> => {
      // Nobody has an id before the first press, but for those who were here without scripts.
      const guest = token
        ? null
        : isGuestId(sent)
          ? sent
          : (guestIdOf(context, options.siteUrl) ?? newGuestId())
      const added = { p_product_id: product, p_quantity: quantity, ...(variant && { p_variant_id: variant }) }
      let pieces = quantity
      const refused = await changeCart(options, context, { id: guest, token }, async (db) => {
        await row(db.rpc('cart_add', added))
        const lines = db.from('cart_items').select('quantity')
        // What was added stays added where it cannot be counted.
        const all = await rows(guest ? lines.eq('session_id', guest) : lines).catch(() => [{ quantity }])
        pieces = all.reduce((sum, line) => sum + line.quantity, 0)
      })
      return refused === null ? answerOf(pieces, variant || product, guest) : { count: null, refused }
    }
    const key = createHash('sha256')
      .update(`${token || sent} ${press}`)
      .digest('base64')
    const answering = presses.get(key) ?? add()
    presses.set(key, answering)
    const answer = await answering
    // The browser's own submission of the form, where the shop's scripts never come, fills the same cart.
    if (answer.count !== null && answer.guest !== null)
      setVisitorCookie(context, options.siteUrl, formCookie, answer.guest, { maxAge: guestCookieSeconds })
    return context.json(answer, 200, { 'cache-control': 'no-store' })
  }
}
