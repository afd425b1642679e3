import type { ISql, Sql } from 'postgres'
import * as v from 'valibot'

/** One sent email as the mailbox stores it. */
export interface Mail {
  id: string
  sentAt: string
  to: string
  subject: string
  text: string
  /** null when it was sent as plain text only. */
  html: string | null
}

const line = v.pipe(v.string(), v.minLength(1), v.regex(/^[^\r\n]*$/, 'is more than one line'))
const mailSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    to: line,
    subject: line,
    text: v.string(),
    html: v.nullish(v.string(), null),
  }),
)

/** An email to store. */
export type NewMail = v.InferOutput<typeof mailSchema>

/** Stores an email. @param sql a superuser's connection */
export async function storeMail(sql: ISql, { to, subject, text, html }: NewMail): Promise<void> {
  await sql`insert into embedded.mail (recipient, subject, body_text, body_html) values (${to}, ${subject}, ${text}, ${html})`
}

/**
 * The newest 200 emails, newest first.
 * @param sql a superuser's connection
 */
export async function readMail(sql: Sql): Promise<Mail[]> {
  return sql<Mail[]>`
    select id::text, sent_at::text as "sentAt", recipient as "to", subject, body_text as text, body_html as html
    from embedded.mail order by mail.id desc limit 200`
}

/** Receives an email from a caller with the secret key: `{to, subject, text, html?}`. */
export async function receiveMail(request: Request, sql: Sql, secretKey: string): Promise<Response> {
  if (request.headers.get('apikey') !== secretKey)
    return Response.json({ message: 'The mailbox takes emails with the secret key only.' }, { status: 403 })
  const mail = v.safeParse(mailSchema, await request.text())
  if (!mail.success) return Response.json({ message: v.summarize(mail.issues) }, { status: 400 })
  await storeMail(sql, mail.output)
  return new Response(null, { status: 201 })
}

/** Content security policy of the mailbox page: styles only. Emails inherit it, so they run and fetch nothing. */
export const mailPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The mailbox as a page: the text of each email with its links, and its HTML in a sandboxed frame. */
export function mailPage(mails: readonly Mail[]): string {
  const emails = mails.map(
    (mail) => `<article><h2>${escape(mail.subject)}</h2>
<p><b>${escape(mail.to)}</b> · <time>${escape(mail.sentAt)}</time></p><pre>${linked(escape(mail.text))}</pre>${mail.html === null ? '' : frame(mail.html)}</article>`,
  )
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #ccc;padding:.5rem 0}
h2{font-size:1.1rem;margin:.5rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}iframe{width:100%;height:40rem;border:1px solid #ccc}</style></head>
<body><h1>Mailbox</h1><p>Emails the shop has sent, newest first.</p>${emails.join('\n') || '<p>No email yet.</p>'}</body></html>`
}

function frame(html: string): string {
  return `<details><summary>As HTML</summary><iframe title="The email as HTML" sandbox="" loading="lazy" srcdoc="${escape(html)}"></iframe></details>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function linked(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+?(?=&#34;|&#39;|\s|$)/g, (url) => `<a href="${url}">${url}</a>`)
}
