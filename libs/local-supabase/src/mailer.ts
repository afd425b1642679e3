import type { App } from '@supabase/lite'
import type { Sql } from 'postgres'
import { keepMail } from './mailbox'

type Mailer = NonNullable<App['_mailer']>
type Meta = Parameters<Mailer['sendConfirmation']>[3]

interface Letter {
  subject: string
  lead: string
  type: string
}

/**
 * Writes the account e-mails into the mailbox instead of sending them. Links go through this API's `/auth/v1/verify`,
 * which leads on to the shop, as hosted Supabase does.
 * @param sql a superuser's connection
 */
export class MailboxMailer implements Mailer {
  constructor(
    private readonly sql: Sql,
    private readonly apiUrl: string,
    private readonly siteUrl: string,
  ) {}

  sendConfirmation(email: string, token: string, code: string, meta?: Meta): Promise<void> {
    return this.send(email, token, code, meta, { subject: 'Confirm your email address', lead: 'Follow this link to confirm your account:', type: 'signup' })
  }

  sendRecovery(email: string, token: string, code: string, meta?: Meta): Promise<void> {
    return this.send(email, token, code, meta, { subject: 'Reset your password', lead: 'Follow this link to choose a new password:', type: 'recovery' })
  }

  sendMagicLink(email: string, token: string, code: string, meta?: Meta): Promise<void> {
    return this.send(email, token, code, meta, { subject: 'Your sign-in link', lead: 'Follow this link to sign in:', type: 'magiclink' })
  }

  sendEmailChange(email: string, token: string, code: string, meta?: Meta): Promise<void> {
    return this.send(email, token, code, meta, { subject: 'Confirm your new email address', lead: 'Follow this link to confirm the change:', type: 'email_change' })
  }

  async sendReauthentication(email: string, code: string): Promise<void> {
    await this.store(email, 'Your confirmation code', `Enter this code to continue: ${code}`)
  }

  private async send(email: string, token: string, code: string, meta: Meta, letter: Letter): Promise<void> {
    const link = new URL('/auth/v1/verify', this.apiUrl)
    link.searchParams.set('token', token)
    link.searchParams.set('type', letter.type)
    link.searchParams.set('redirect_to', meta?.redirectTo ?? this.siteUrl)
    await this.store(email, letter.subject, `${letter.lead}\n\n${link}\n\nOr enter this code: ${code}`)
  }

  private async store(recipient: string, subject: string, text: string): Promise<void> {
    await keepMail(this.sql, { to: recipient, subject, text, html: null })
  }
}
