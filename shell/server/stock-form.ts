import { BackendError, createBackend, row } from '@shop/supabase'
import type { Handler } from 'hono'
import * as v from 'valibot'
import type { FormOptions } from './form-options'
import { visitorFetch } from './visitor-fetch'

const fields = v.object({
  product: v.pipe(v.string(), v.uuid()),
  slug: v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), v.maxLength(220)),
  email: v.pipe(v.string(), v.maxLength(1000)),
})

/** How asking ended, as a word in the address of the product's page, which knows `sent` and `error` besides. */
const outcomes: Readonly<Record<string, string>> = { email: 'email', rate_limited: 'wait', in_stock: 'back' }

/** Takes the form by which a browser without scripts asks to be told when a product is back, and leads back to its page. */
export function stockForm({ backend, warn, trustedProxies = 0 }: FormOptions): Handler {
  return async (context) => {
    const form = v.safeParse(fields, await context.req.parseBody().catch(() => null))
    if (!form.success)
      return context.text('Send an email and the product it is about.', 400, { 'cache-control': 'no-store' })
    const { product, slug, email } = form.output
    const db = createBackend(backend, { fetch: visitorFetch(context, trustedProxies) })
    const answer = await row(db.rpc('ask_back_in_stock', { p_product_id: product, p_email: email })).then(
      () => 'sent',
      (error: unknown) => {
        const known = error instanceof BackendError ? outcomes[error.hint ?? ''] : undefined
        if (!known)
          warn(
            `A request could not be taken by form: ${error instanceof Error ? error.message : String(error)}`,
          )
        return known ?? 'error'
      },
    )
    return context.body(null, 303, {
      location: `/products/${slug}?asked=${answer}#back-in-stock`,
      'cache-control': 'no-store',
    })
  }
}
