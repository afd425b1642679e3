import { readForm } from '@shop/forms/read-form'
import { BackendError, createBackend } from '@shop/supabase'
import type { Handler } from 'hono'
import { contactSchema, sendMessage } from '../src/information/contact/contact-message'
import {
  outcomeQuery,
  reasonsFor,
  type ContactOutcome,
  type Refusal,
} from '../src/information/contact/contact-outcome'
import type { FormOptions } from './form-options'
import { visitorFetch } from './visitor-fetch'

/**
 * Stores the contact form of a browser without scripts and redirects back to the page, which shows the outcome. The
 * visitor's IP address is forwarded, so that the rate limits on messages count visitors and not this server.
 */
export function contactForm({ backend, warn, trustedProxies = 0 }: FormOptions): Handler {
  return async (context) => {
    const back = (outcome: ContactOutcome) =>
      context.body(null, 303, { location: `/contact${outcomeQuery(outcome)}`, 'cache-control': 'no-store' })
    const refuse = (...reasons: Refusal[]) => back({ sent: false, reasons })

    const form = await context.req.formData().catch(() => null)
    if (!form)
      return context.text('Send name, email, subject and message as a form.', 400, {
        'cache-control': 'no-store',
      })
    const { values: message, errors } = readForm(contactSchema, form)
    if (errors) return refuse(...reasonsFor(errors))

    try {
      await sendMessage(createBackend(backend, { fetch: visitorFetch(context, trustedProxies) }), message)
      return back({ sent: true })
    } catch (error) {
      if (error instanceof BackendError && error.hint === 'rate_limited') return refuse('wait')
      warn(`A message could not be sent by form: ${error instanceof Error ? error.message : String(error)}`)
      return refuse('error')
    }
  }
}
