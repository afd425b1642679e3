import { readForm } from '@shop/forms/read-form'
import { stockRefusalOf, stockRequest } from '@shop/forms/stock-request'
import { BackendError, createBackend, row } from '@shop/supabase'
import type { Handler } from 'hono'
import * as v from 'valibot'
import type { FormOptions } from './form-options'
import { visitorFetch } from './visitor-fetch'

/** Hidden fields of the form: the product's id and the slug of its page. */
const pageFields = v.object({
  product: v.pipe(v.string(), v.uuid()),
  slug: v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), v.maxLength(220)),
  variant: v.optional(v.pipe(v.string(), v.uuid())),
  /** The variant as the query of its product's page. */
  choice: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]+=[a-z0-9-]+(?:&[a-z0-9-]+=[a-z0-9-]+){0,2}$/), v.maxLength(310)),
  ),
})

/** Stores a back-in-stock request from the form of a browser without scripts, and redirects back to the product's page. */
export function stockForm({ backend, warn, trustedProxies = 0 }: FormOptions): Handler {
  return async (context) => {
    const form = await context.req.formData().catch(() => new FormData())
    const page = readForm(pageFields, form).values
    if (!page)
      return context.text('Send an email and the product it is about.', 400, { 'cache-control': 'no-store' })
    const back = (answer: string) =>
      context.body(null, 303, {
        location: `/products/${page.slug}?${page.choice ? `${page.choice}&` : ''}asked=${answer}#back-in-stock`,
        'cache-control': 'no-store',
      })
    const { values } = readForm(stockRequest, form)
    if (!values) return back('email')
    try {
      const db = createBackend(backend, { fetch: visitorFetch(context, trustedProxies) })
      await row(
        db.rpc('ask_back_in_stock', {
          p_product_id: page.product,
          p_email: values.email,
          ...(page.variant && { p_variant_id: page.variant }),
        }),
      )
      return back('sent')
    } catch (error) {
      const refusal = stockRefusalOf(error instanceof BackendError ? error.hint : null)
      if (refusal === 'error')
        warn(
          `A request could not be taken by form: ${error instanceof Error ? error.message : String(error)}`,
        )
      return back(refusal)
    }
  }
}
