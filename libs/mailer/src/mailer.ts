import { defaultSettings } from '@shop/settings'
import { systemClock, type Clock } from './clock'
import { composeEmail } from './emails/compose'
import { BackendError, openOutbox, type Outbox, type OutboxMail } from './outbox'
import { Outage } from './outage'
import { reasonOf, Unreachable, type Transport } from './transport'

export interface MailerOptions {
  /** Address of the Supabase. */
  url: string
  secretKey: string
  /** Sends the emails; null leaves them in the outbox. */
  transport: Transport | null
  /** Public URL of the shop, for links. */
  siteUrl: string
  log(line: string): void
  /** Reaches the backend; by default the platform's. */
  fetch?: typeof fetch
  /** Sends an email as a span of a trace. */
  inSpan?: (send: () => Promise<void>) => Promise<void>
  clock?: Clock
}

export interface Mailer {
  /** False while the backend or the mail server cannot be reached. */
  isWorking(): boolean
  /** Resolves when the current emails are sent and settled. */
  stop(): Promise<void>
}

const batch = 5
const idleMs = 2000
const maxMs = 60_000
const sweepMs = 60_000
const settingsMs = 60_000

/**
 * Runs beside the shop: sends what is in `email_outbox`, and every minute has the database delete expired rows and deletes
 * uploaded pictures that nothing shows.
 *
 * An email is sent at least once: it is settled only after the transport has taken it, and a repetition carries the same
 * Message-ID. No error ends the mailer; an outage is logged once and retried with backoff.
 */
export function startMailer({
  url,
  secretKey,
  transport,
  siteUrl,
  log,
  fetch: fetchBackend = fetch,
  inSpan = (send) => send(),
  clock = systemClock,
}: MailerOptions): Mailer {
  const outbox = openOutbox(url, secretKey, fetchBackend)
  const stopping = new AbortController()
  const { signal } = stopping
  // On shutdown the backend may stop first: that is not an outage.
  const backendOutage = new Outage((reason) => {
    if (!signal.aborted) log(`The mailer cannot reach the backend and keeps trying: ${reason}`)
  })
  const mailOutage = new Outage((reason) => {
    log(`Email cannot leave and waits in the outbox: ${reason}`)
  })
  const backoff = (failures: number) => Math.min(idleMs * 2 ** Math.min(failures, 10), maxMs)

  let business = defaultSettings.business
  let businessUntil = -Infinity
  let mailServerDown = false

  const deliver = async (through: Transport, mail: OutboxMail): Promise<void> => {
    let error: string | null = null
    let subject: string | null = null
    try {
      const email = await composeEmail(mail, { siteUrl, business })
      subject = email.subject
      await through.send(email)
    } catch (reason) {
      error = reasonOf(reason)
      if (reason instanceof Unreachable) {
        mailServerDown = true
        mailOutage.failed('send', error)
      } else {
        // Without the reason, which may name the recipient.
        log(
          `Email ${mail.id} (${mail.kind.replace(/\W/g, '').slice(0, 40)}) was not sent: see last_error in email_outbox.`,
        )
      }
    }
    if ((await settle(mail.id, error, subject)) !== 'failed') return
    log(
      `Email ${mail.id} (${mail.kind.replace(/\W/g, '').slice(0, 40)}) failed for the last time. Staff see it on the dashboard and can retry it.`,
    )
  }

  // An unsettled email is sent again when its lease ends, so settling is retried.
  const settle: Outbox['settle'] = async (...settled) => {
    for (let failures = 0; ; failures += 1) {
      try {
        const status = await outbox.settle(...settled)
        backendOutage.worked('settle')
        return status
      } catch (reason) {
        backendOutage.failed('settle', reasonOf(reason))
        if (signal.aborted || !(reason instanceof BackendError && reason.retryable)) return null
        await clock.pause(backoff(failures), signal)
      }
    }
  }

  /** Sends one batch. @returns its number of emails */
  const round = async (through: Transport): Promise<number> => {
    if (mailServerDown) {
      await through.verify()
      mailServerDown = false
      mailOutage.worked('send')
    }
    if (clock.now() >= businessUntil) {
      business = await outbox.business()
      businessUntil = clock.now() + settingsMs
    }
    const mails = await outbox.claim(batch)
    backendOutage.worked('claim')
    await Promise.all(mails.map((mail) => inSpan(() => deliver(through, mail))))
    return mails.length
  }

  const sendMail = async (through: Transport): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      try {
        const sent = await round(through)
        failures = 0
        if (sent === 0) await clock.pause(idleMs, signal)
      } catch (reason) {
        if (reason instanceof Unreachable) mailOutage.failed('send', reasonOf(reason))
        else backendOutage.failed('claim', reasonOf(reason))
        await clock.pause(backoff(failures), signal)
        failures += 1
      }
    }
  }

  const sweep = async (): Promise<void> => {
    let lastFile: string | null = null
    while (!signal.aborted) {
      try {
        await outbox.sweep()
        lastFile = await outbox.sweepPictures(lastFile)
        backendOutage.worked('sweep')
      } catch (reason) {
        backendOutage.failed('sweep', reasonOf(reason))
      }
      await clock.pause(sweepMs, signal)
    }
  }

  const running = Promise.all([sweep(), transport ? sendMail(transport) : undefined])
  return {
    isWorking: () => !backendOutage.isActive && !mailOutage.isActive,
    stop: async () => {
      stopping.abort()
      await running
      transport?.close()
    },
  }
}
