import type { Sql } from 'postgres'

/** One e-mail that a hosted shop would have sent. */
export interface Mail {
  id: string
  sentAt: string
  to: string
  subject: string
  text: string
}

/**
 * All e-mails, newest first: those of the accounts, and those the shop itself put into `email_outbox`.
 * @param sql a superuser's connection
 */
export async function readMail(sql: Sql): Promise<Mail[]> {
  const account = await sql<Mail[]>`
    select 'account-' || id as id, sent_at::text as "sentAt", recipient as "to", subject, body_text as text
    from embedded.mail order by id desc limit 200`
  const [outbox] = await sql<{ exists: boolean }[]>`select to_regclass('public.email_outbox') is not null as exists`
  if (!outbox?.exists) return account
  const shop = await sql<(Omit<Mail, 'text'> & { kind: string; data: unknown })[]>`
    select 'shop-' || id as id, created_at::text as "sentAt", recipient as "to", subject, kind, data
    from public.email_outbox order by created_at desc limit 200`
  const letters = shop.map(({ kind, data, ...mail }): Mail => ({ ...mail, text: [`[${kind}]`, ...linesOf(data)].join('\n') }))
  return [...account, ...letters].sort((a, b) => Date.parse(b.sentAt) - Date.parse(a.sentAt))
}

/** What the letter will be made from; a sender with templates turns it into prose. */
function linesOf(data: unknown): string[] {
  if (data === null || typeof data !== 'object') return []
  return Object.entries(data).map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
}

/** The mailbox as a page: a plain list, links clickable. */
export function mailPage(mails: Mail[]): string {
  const letters = mails.map((mail) => `<article><h2>${escape(mail.subject)}</h2>
<p><b>${escape(mail.to)}</b> · <time>${escape(mail.sentAt)}</time></p><pre>${linked(escape(mail.text))}</pre></article>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #ccc;padding:.5rem 0}
h2{font-size:1.1rem;margin:.5rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}</style></head>
<body><h1>Mailbox</h1><p>E-mails the shop would have sent, newest first.</p>${letters.join('\n') || '<p>No e-mail yet.</p>'}</body></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function linked(escaped: string): string {
  return escaped.replace(/https?:\/\/[^\s<]+?(?=&#34;|&#39;|\s|$)/g, (url) => `<a href="${url}">${url}</a>`)
}
