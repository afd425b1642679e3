/** An email ready to be sent. All header fields are single lines. */
export interface Email {
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
  /** The same for every attempt at the same email, so that mail clients recognise a duplicate: `<id@host>`. */
  messageId: string
  /** An https address where the recipient declines such emails. */
  unsubscribe?: string
}

/** Sends emails. */
export interface Transport {
  /**
   * Resolves once the server has accepted the email.
   * @throws Unreachable when no email could leave at present; any other error is about this email alone
   */
  send(email: Email): Promise<void>
  /** Resolves when emails can leave. @throws Unreachable */
  verify(): Promise<void>
  close(): void
}

/** The server does not respond or rejects the login: retry later, with any email. */
export class Unreachable extends Error {}

/** The message of an error on one line. */
export function reasonOf(error: unknown): string {
  const text =
    error instanceof Error
      ? `${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`
      : String(error)
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500)
}
