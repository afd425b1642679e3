import { readForm } from '@shop/forms/read-form'
import { BackendError, createBackend, type BackendConfig } from '@shop/supabase'
import type { Handler } from 'hono'
import { contactSchema, sendMessage } from '../src/information/contact/contact-message'
import {
  queryOf,
  reasonsFor,
  type ContactOutcome,
  type Refusal,
} from '../src/information/contact/contact-outcome'
import { isOwnForm } from './own-form'
import { visitorFetch } from './visitor-fetch'

/**
 * Takes the contact form of a browser without scripts and answers with the way back to the page, which says how it
 * ended. The visitor's address goes along, so that the limits on messages count visitors and not this server.
 */
export function contactForm(
  config: BackendConfig,
  siteUrl: string,
  warn: (message: string) => void,
  trustedProxies = 0,
): Handler {
  return async (context) => {
    const plainly = (text: string, status: 400 | 403) =>
      context.text(text, status, { 'cache-control': 'no-store' })
    const back = (outcome: ContactOutcome) =>
      context.body(null, 303, { location: `/contact${queryOf(outcome)}`, 'cache-control': 'no-store' })
    const refuse = (...reasons: Refusal[]) => back({ sent: false, reasons })

    if (!isOwnForm(context.req.raw, siteUrl))
      return plainly('This form can be sent from the shop alone.', 403)
    const form = await context.req.formData().catch(() => null)
    if (!form) return plainly('Send name, email, subject and message as a form.', 400)
    const { values: message, errors } = readForm(contactSchema, form)
    if (errors) return refuse(...reasonsFor(errors))

    try {
      await sendMessage(createBackend(config, { fetch: visitorFetch(context, trustedProxies) }), message)
      return back({ sent: true })
    } catch (error) {
      if (error instanceof BackendError && error.hint === 'rate_limited') return refuse('wait')
      warn(`A message could not be sent by form: ${error instanceof Error ? error.message : String(error)}`)
      return refuse('error')
    }
  }
}
