import { isEmail, shop } from '@shop/settings'

/** Where emails are handed over, and in whose name. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte; otherwise the connection is upgraded where the server offers it. */
  secure: boolean
  /** Reject to go on when the server does not offer TLS: a password never travels in the open. */
  requireTLS: boolean
  auth?: { user: string; pass: string }
  from: { name: string; address: string }
}

/** One line for the person at the keyboard. It never repeats the password. */
export class SmtpSettingsError extends Error {}

const example = 'set one like smtps://user:password@mail.example:465'

/**
 * Reads SMTP_URL and MAIL_FROM.
 * @returns null when SMTP_URL is empty
 * @throws SmtpSettingsError naming the variable and the remedy
 */
export function readSmtpSettings(url: string | undefined, from: string | undefined): SmtpSettings | null {
  const sender = from ? readSender(from) : undefined
  if (!url) return null
  if (!sender)
    throw new SmtpSettingsError(
      'SMTP_URL is set without MAIL_FROM: set MAIL_FROM to the address emails come from.',
    )
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^smtps?:$/.test(parsed.protocol) || !parsed.hostname)
    throw new SmtpSettingsError(`SMTP_URL is no mail server's address: ${example}.`)
  const { username, password, hostname } = parsed
  if (Boolean(username) !== Boolean(password))
    throw new SmtpSettingsError(`SMTP_URL has a user without a password or the other way round: ${example}.`)
  const secure = parsed.protocol === 'smtps:'
  const local = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port ? Number(parsed.port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && !local && username !== '',
    ...(username && { auth: { user: decoded(username), pass: decoded(password) } }),
    from: sender,
  }
}

/** `care@shop.example` or `Name <care@shop.example>`. */
function readSender(from: string): SmtpSettings['from'] {
  const [, name, inBrackets, bare] = /^\s*(?:([^<>\p{Cc}]*)<([^<>]*)>|([^<>]*))\s*$/u.exec(from) ?? []
  const address = (inBrackets ?? bare ?? '').trim()
  if (!isEmail(address))
    throw new SmtpSettingsError(
      'MAIL_FROM is no email address: set one like "Aurelle & Moss <care@shop.example>".',
    )
  return { name: name?.replace(/"/g, '').trim() || shop.name, address }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new SmtpSettingsError(
      'SMTP_URL has a % that stands for nothing: write special characters of user and password percent-encoded, % as %25.',
    )
  }
}
