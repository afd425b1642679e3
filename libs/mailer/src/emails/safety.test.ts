import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { messageOf } from '../smtp-transport'
import type { Email } from '../transport'
import { composeEmail } from './compose'
import { business, order, queued } from './samples'
import { anything } from './test-markup'
import { siteUrl } from './test-email'

const rows = fc.oneof(
  fc
    .record({
      name: anything,
      sku: anything,
      method: anything,
      line: anything,
      city: anything,
      seller: anything,
    })
    .map(({ name, sku, method, line, city, seller }) => ({
      kind: 'order_confirmation',
      data: {
        ...order,
        items: [{ ...order.items[0], name, sku, variant_name: line }],
        shipping_method: method,
        shipping_address: { ...order.shipping_address, first_name: name, address_line_1: line, city },
      },
      plain: order,
      seller: { name: seller, address: line, email: city, vatNumber: sku },
    })),
  fc.record({ carrier: anything, number: anything }).map(({ carrier, number }) => {
    const data = {
      order_number: order.order_number,
      status: 'shipped',
      total: 1,
      estimated_delivery: '2025-01-07',
    }
    return {
      kind: 'order_status',
      data: { ...data, carrier, tracking_number: number },
      plain: { ...data, carrier: 'a', tracking_number: 'b' },
      seller: business,
    }
  }),
  fc.record({ message: anything, giver: anything, seller: anything }).map(({ message, giver, seller }) => {
    const data = {
      token: '7GH2K9QXW4M0P3N8RTVP',
      amount: 50,
      expires_at: '2027-01-05T12:00:00+00:00',
      giver: 'a',
      message: 'b',
    }
    return {
      kind: 'gift_card',
      data: { ...data, message, giver },
      plain: data,
      seller: { ...business, name: seller },
    }
  }),
  fc.record({ text: anything, question: anything, subject: anything }).map(({ text, question, subject }) => {
    const data = { text: 'a', question: 'b', subject: 'c', asked_at: '2025-01-05T12:00:00+00:00' }
    // As many lines as the template has.
    const line = text.replace(/[\r\n\u2028\u2029]/g, ' ')
    return {
      kind: 'contact_reply',
      data: { ...data, text: line, question, subject },
      plain: data,
      seller: business,
    }
  }),
  fc
    .record({ name: anything, subject: anything, message: anything })
    .map((data) => ({ kind: 'contact_received', data, plain: {}, seller: business })),
)

// What someone wrote has as many lines as they wrote.
const tags = (html: string) => html.replaceAll('<br/>', '').match(/<[^>]*>/g)
const oneLine = (text: string) =>
  text
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}\u200B]+/gu, ' ')
    .trim()
const headerNames = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .split(/\r\n(?![ \t])/)
    .map((line) => line.slice(0, line.indexOf(':')))

async function raw(email: Email): Promise<string> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    messageOf(email, { name: 'A & M', address: 'care@aurelle.test' }),
  )
  return message.toString()
}

const expected = [
  'From',
  'To',
  'Subject',
  'Message-ID',
  'Date',
  'Auto-Submitted',
  'MIME-Version',
  'Content-Type',
].sort()

test('whatever the data says, the tags of an email are those of its template', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async ({ kind, data, plain, seller }) => {
      const email = await composeEmail(queued(kind, data), { siteUrl, business: seller })
      const template = await composeEmail(queued(kind, plain), { siteUrl, business })
      expect(tags(email.html)).toEqual(tags(template.html))
      expect(email.subject).toBe(template.subject)
      expect(email.html + email.text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u2028\0]/)
    }),
  )
})

test('each text of the data is in the email, on one line', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (name) => {
      const { text } = await composeEmail(
        queued('order_confirmation', { ...order, items: [{ ...order.items[0], name }] }),
        { siteUrl, business },
      )
      expect(text.split('\n').map(oneLine)).toContain(oneLine(name))
    }),
  )
})

test('whatever the data says, the headers are those of every email', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async ({ kind, data, seller }) => {
      expect(
        headerNames(await raw(await composeEmail(queued(kind, data), { siteUrl, business: seller }))).sort(),
      ).toEqual(expected)
    }),
  )
})

test('an email that no template made adds no header either', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (subject) => {
      expect(
        headerNames(
          await raw({
            to: 'ada@example.test',
            subject,
            text: 'text',
            html: '<p>text</p>',
            messageId: '<a@b>',
          }),
        ).sort(),
      ).toEqual(expected)
    }),
  )
})
