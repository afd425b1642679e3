import { isEmail } from '@shop/settings'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { SmtpSettings } from './smtp-settings'
import { reasonOf, Unreachable, type Email, type Transport } from './transport'

// Well below the two-minute lease of an email, so that a slow server does not get it twice.
const limits = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  dnsTimeout: 15_000,
  socketTimeout: 30_000,
}
const wholeEmailMs = 90_000

/** Sends by SMTP, one connection per email. */
export function smtpTransport({ from, ...server }: SmtpSettings): Transport {
  const mailer = createTransport({ ...server, ...limits, disableFileAccess: true, disableUrlAccess: true })
  return {
    send: async (email) => {
      const message = messageOf(email, from)
      try {
        await mailer.sendMail({ ...message, signal: AbortSignal.timeout(wholeEmailMs) })
      } catch (error) {
        throw aboutThisEmail(error) ? error : new Unreachable(reasonOf(error))
      }
    },
    verify: async () => {
      try {
        await mailer.verify()
      } catch (error) {
        throw new Unreachable(reasonOf(error))
      }
    },
    close: () => {
      mailer.close()
    },
  }
}

/**
 * The message as the SMTP library takes it: addresses as objects, which it never parses for further recipients.
 * @throws Error when the recipient is not an address: the library would fold a long one at any kind of space into what looks
 * like further headers
 */
export function messageOf(email: Email, from: SmtpSettings['from']): SendMailOptions {
  if (!isEmail(email.to)) throw new Error('The recipient is not an email address.')
  return {
    from,
    to: { name: '', address: email.to },
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: email.messageId,
    // Suppresses out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    // The header List-Unsubscribe (RFC 2369).
    ...(email.unsubscribe !== undefined && { list: { unsubscribe: email.unsubscribe } }),
    xMailer: false,
  }
}

/** A server that goes away (421) or does not know us rejects every email; a recipient or a text it will not have, only this one. */
function aboutThisEmail(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && Reflect.get(error, 'responseCode') !== 421
}
