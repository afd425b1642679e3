import { mailboxTransport, smtpTransport, startWorker, type Transport, type Worker } from '@shop/worker'
import type { EmbeddedBackend } from './backend'
import type { Environment } from './environment'

/**
 * Starts what runs beside the shop, as far as the environment allows, and says in one line where e-mail goes.
 * @param embedded null with another Supabase
 */
export function runBeside(
  { siteUrl, smtp, external }: Environment,
  embedded: EmbeddedBackend | null,
): Worker | null {
  const url = external?.url ?? embedded?.url
  const secretKey = external ? external.secretKey : embedded?.secretKey
  const missing = external
    ? [...(external.secretKey ? [] : ['SUPABASE_SECRET_KEY']), ...(smtp ? [] : ['SMTP_URL', 'MAIL_FROM'])]
    : []
  if (missing.length > 0)
    console.warn(`E-mail stays in the outbox: set ${missing.join(', ')} to have it sent.`)
  else if (smtp) console.log(`E-mail: by ${smtp.host}:${String(smtp.port)}, from ${smtp.from.address}`)
  if (!url || !secretKey) return null
  return startWorker({
    url,
    secretKey,
    siteUrl,
    transport: transportFor(),
    log: (line) => {
      console.warn(line)
    },
  })

  function transportFor(): Transport | null {
    if (smtp) return smtpTransport(smtp)
    return embedded ? mailboxTransport(embedded.url, embedded.secretKey) : null
  }
}
