import { mailboxTransport, smtpTransport, startMailer, type Transport, type Mailer } from '@shop/mailer'
import { backendFetch } from '../../shell/server/http/backend-fetch'
import { inSpan } from '../../shell/server/tracing/spans'
import type { EmbeddedBackend } from './backend'
import type { Environment } from '../environment'

/**
 * Starts the mailer if the environment allows, and logs in one line where email is sent.
 * @param embedded null with another Supabase
 */
export function startShopMailer(
  { siteUrl, smtp, external }: Environment,
  embedded: EmbeddedBackend | null,
  log: (line: string) => void,
): Mailer | null {
  const url = external?.url ?? embedded?.url
  const secretKey = external ? external.secretKey : embedded?.secretKey
  const missing = external
    ? [...(external.secretKey ? [] : ['SUPABASE_SECRET_KEY']), ...(smtp ? [] : ['SMTP_URL', 'MAIL_FROM'])]
    : []
  if (missing.length > 0) log(`Email stays in the outbox: set ${missing.join(', ')} to have it sent.`)
  else if (smtp) console.log(`Email: by ${smtp.host}:${String(smtp.port)}, from ${smtp.from.address}`)
  if (!url || !secretKey) return null
  return startMailer({
    url,
    secretKey,
    siteUrl,
    transport: transportFor(),
    log,
    fetch: backendFetch,
    inSpan: (send) => inSpan('send email', { job: 'email' }, send),
  })

  function transportFor(): Transport | null {
    if (smtp) return smtpTransport(smtp)
    return embedded ? mailboxTransport(embedded.url, embedded.secretKey) : null
  }
}
