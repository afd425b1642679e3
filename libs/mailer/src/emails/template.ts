import type { Settings } from '@shop/settings'
import type { EmailContent } from '../components'

/** Context that all emails share. */
export interface EmailContext {
  /** Without a slash at the end. */
  siteUrl: string
  business: Settings['business']
  /** When the email was put into the outbox. */
  queuedAt: Date
}

/** Writes one kind of email. @throws ValiError when the data is not what the email needs */
export type Template = (data: unknown, context: EmailContext) => EmailContent
