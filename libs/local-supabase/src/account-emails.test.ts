import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { existingAccountEmail, linkEmail } from './account-emails'

const site = 'https://shop.example'
const proof = { token: 'ab'.repeat(32), code: '012345' }

test.each([
  ['signup', 'Confirm your email address', 'Confirm my email address'],
  ['recovery', 'Reset your password', 'Choose a new password'],
] as const)('%s: shop, greeting, one button and the code', async (kind, subject, label) => {
  const email = await linkEmail(kind, 'ada+moss@example.test', proof, site)
  expect(email.subject).toBe(subject)
  expect(email.text).toMatch(/^Aurelle & Moss\n\n.*\n\nHello,\n/)
  expect(email.text).toContain(
    `${label}:\n${site}/auth/link#token_hash=${proof.token}&type=${kind}&email=ada%2Bmoss%40example.test`,
  )
  expect(email.text).toContain('Or enter this code: 012345')
  expect(email.html).toContain('Aurelle &amp; Moss')
  expect(email.html?.match(/<a /g)).toHaveLength(1)
})

test('a change of address names both, and the link the new one, wherever it is sent', async () => {
  const change = { from: 'ada@example.test', to: 'new@example.test' }
  for (const to of [change.from, change.to]) {
    const email = await linkEmail(change, to, proof, site)
    expect(email).toMatchObject({ to, subject: 'Confirm the change of your email address' })
    expect(email.text).toContain('from ada@example.test to new@example.test')
    expect(email.text).toContain('type=email_change&email=new%40example.test')
  }
})

test('the email to an owner whose address someone else entered has no link that changes anything', async () => {
  const known = await existingAccountEmail('signup', 'ada@example.test', site)
  expect(known.text).toContain('Sign in:\nhttps://shop.example/auth\n')
  expect(known.text).not.toContain('token')
})

test.each([
  ['confirmation', 'signup'],
  ['recovery', 'recovery'],
  ['email_change', { from: 'ada@example.test', to: 'new@example.test' }],
] as const)('hosted Supabase sends the same %s: subject, link and words', async (template, purpose) => {
  const values: Record<string, string> = {
    SiteURL: site,
    TokenHash: proof.token,
    Token: proof.code,
    Email: 'ada@example.test',
    NewEmail: 'new@example.test',
  }
  const file = new URL(`../../../supabase/templates/${template}.html`, import.meta.url)
  const html = readFileSync(file, 'utf8')
    // Staff have a page of their own; the shop's visitors get what is there otherwise.
    .replaceAll(/\{\{ if [^}]* \}\}[^{]*\{\{ else \}\}([^{]*)\{\{ end \}\}/g, '$1')
    .replaceAll(/\{\{ \.(\w+) \}\}/g, (_, name: string) => values[name] ?? '')
  const email = await linkEmail(purpose, 'ada@example.test', proof, site)
  const [, href = ''] = /href="([^"]+)"/.exec(html) ?? []
  expect(email.text).toContain(`\n${href.replaceAll('&amp;', '&').replaceAll(/(?<==[^&]*)@/g, '%40')}\n`)
  for (const [, paragraph = ''] of html.matchAll(/<p>([^<]+)<\/p>/g))
    expect(email.text).toContain(paragraph.replaceAll(/\s+/g, ' ').trim())
  const config = readFileSync(new URL('../../../supabase/config.toml', import.meta.url), 'utf8')
  expect(config).toContain(`[auth.email.template.${template}]\nsubject = "${email.subject}"\n`)
})
