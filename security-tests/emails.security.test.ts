import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { asJson } from '../supabase/tests/declaration/attack'
import { ask } from './shop/ask'
import { emailsTo, purchase, sessionOf, type SentEmail } from './shop/purchase'
import { test, type RunningShop } from './shop/running-shop'

const links = [
  'http://evil.example/pay',
  'https://evil.example',
  'www.evil.example',
  'evil.example',
  'evil\u3002example',
  '//evil.example',
  'HTTPS://EVIL.EXAMPLE/x',
  'call me@evil.example now',
]

/** The subjects, texts and HTML of emails that a mail program would make a link in. */
function linked(emails: readonly SentEmail[]): string[] {
  return emails
    .flatMap(({ subject, text, html }) => [subject, text, html])
    .filter((part) => /evil\.example/i.test(part.normalize('NFKC').replaceAll('\u3002', '.')))
}

/** Buys a gift card with a message. @returns where its email goes; none when it is rejected */
async function sendGiftCard(shop: RunningShop, message: string): Promise<string[]> {
  const recipient = `victim-${randomUUID()}@example.test`
  const buyer = purchase(shop)
  const session = sessionOf(await buyer.startGiftCard({ recipient_email: recipient, message }))
  if (session === '') return []
  await buyer.complete(session)
  return [recipient]
}

/** Sends the shop a message in the name of somebody else. @returns where the acknowledgement goes; none when it is rejected */
async function sendMessage(shop: RunningShop, text: string): Promise<string[]> {
  const email = `writer-${randomUUID()}@example.test`
  const { status } = await ask(shop, {
    by: 'guest',
    method: 'POST',
    path: '/rest/v1/contact_messages',
    headers: asJson,
    body: JSON.stringify({ name: text, email, subject: `Locked: ${text}`, message: `Visit ${text} at once` }),
  })
  return status < 300 ? [email] : []
}

test('texts of a stranger never become links in an email to somebody else', async ({ shop }) => {
  const recipients: string[] = []
  for (const link of links) {
    recipients.push(...(await sendMessage(shop, link)), ...(await sendGiftCard(shop, `You won: ${link}`)))
  }
  expect(recipients.length).toBeGreaterThan(0)
  for (const recipient of recipients) expect.soft(linked(await emailsTo(shop, recipient))).toEqual([])
})
