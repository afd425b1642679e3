import { checkoutId } from '@shop/cart/checkout-id'
import type { Handler } from 'hono'
import { html } from 'hono/html'
import * as v from 'valibot'
import { staticPage } from '../render/static-page'
import { preparePage, type PageParts, type PreparedPage } from './prepare-page'

const noStore = { 'cache-control': 'no-store' }
const paymentAt = (query: Record<string, string>, isEdit = false) =>
  `/checkout/${isEdit ? 'change' : 'payment'}?${new URLSearchParams(query).toString()}`

/** `rejected` of the payment page, which says in words why there is no page of Stripe's. */
const reasonOf = ({ status, rejection }: Exclude<PreparedPage, { url: string }>) =>
  status === 422 ? 'too_little' : (rejection.hint ?? 'failed')

/**
 * Leads on to Stripe's page from the form of the payment page, whose action sends it here. By a page that goes on by itself, not by a redirect: browsers
 * reject one that leads from a form to another origin.
 */
export function paymentRedirect(parts: PageParts): Handler {
  return async (context) => {
    const id = v.safeParse(checkoutId, context.req.query('session'))
    if (!id.success) return context.text('Name a checkout session.', 400, noStore)
    const session = id.output
    const prepared = await preparePage(parts, session)
    if (!('url' in prepared)) {
      const location = paymentAt({ session, rejected: reasonOf(prepared) }, prepared.isEdit)
      return context.body(null, 303, { location, ...noStore })
    }
    const { html: page, policy } = await staticPage({
      title: 'Payment',
      heading: 'On to the payment',
      text: ['You pay by card on a page of Stripe, our payment provider, and come back here.'],
      next: { url: prepared.url, label: 'Go to the payment page' },
      links: [html`<a href="${paymentAt({ session })}">Back</a>`],
    })
    return context.body(page, 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      ...noStore,
    })
  }
}
