/** An e-mail ready to leave. All header fields are single lines. */
export interface Letter {
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
  /** The same for every attempt at the same letter, so that mailboxes can tell a repetition: `<id@host>`. */
  messageId: string
}

/** A way for letters to leave the house. */
export interface Transport {
  /**
   * Resolves once the other side has taken the letter.
   * @throws Unreachable when no letter could leave at present; any other error is about this letter alone
   */
  send(letter: Letter): Promise<void>
  /** Resolves when letters can leave. @throws Unreachable */
  verify(): Promise<void>
  close(): void
}

/** The other side does not answer, or does not let us in: waiting helps, another letter does not. */
export class Unreachable extends Error {}

/** What an error says, on one line. */
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
