import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { isEmail } from '@shop/settings'
import { expect, test } from 'vitest'
import { messageOf } from '../smtp-transport'
import type { Letter } from '../transport'
import { composeLetter } from './compose'
import { oneLine } from './description'
import { business, order, queued } from './samples'

const siteUrl = 'https://shop.example'
const hostile = fc.constantFrom(
  '<script>',
  '</td>',
  '"><img src=x>',
  '\r\nBcc: x@y.z\r\n',
  '\n\n',
  '&lt;',
  "' onload='",
  '\u2028',
  '\u202E',
  '\0',
  '<!--',
  ']]>',
)
/** Anything at all, seasoned with what breaks out of HTML and headers; never blank, so that no line is left out. */
const anything = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), hostile))
  .map((parts) => `${parts.join('')}x`)

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
        items: [{ ...order.items[0], name, sku }],
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
  fc
    .record({ name: anything, subject: anything, message: anything })
    .map((data) => ({ kind: 'contact_received', data, plain: {}, seller: business })),
)

const tags = (html: string) => html.match(/<[^>]*>/g)
const headerNames = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .split(/\r\n(?![ \t])/)
    .map((line) => line.slice(0, line.indexOf(':')))

async function raw(letter: Letter): Promise<string> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    messageOf(letter, { name: 'A & M', address: 'care@aurelle.test' }),
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

test('whatever the data says, the tags of a letter are those of its template', () => {
  fc.assert(
    fc.property(rows, ({ kind, data, plain, seller }) => {
      const letter = composeLetter(queued(kind, data), { siteUrl, business: seller })
      const template = composeLetter(queued(kind, plain), { siteUrl, business })
      expect(tags(letter.html)).toEqual(tags(template.html))
      expect(letter.subject).toBe(template.subject)
      expect(letter.html + letter.text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u2028\0]/)
    }),
  )
})

test('what the data says is in the letter, as one line', () => {
  fc.assert(
    fc.property(anything, (name) => {
      const { text } = composeLetter(
        queued('order_confirmation', { ...order, items: [{ ...order.items[0], name }] }),
        { siteUrl, business },
      )
      expect(text.split('\n')).toContain(oneLine(name))
    }),
  )
})

test('whatever the data says, the headers are those of every letter', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async ({ kind, data, seller }) => {
      expect(
        headerNames(await raw(composeLetter(queued(kind, data), { siteUrl, business: seller }))).sort(),
      ).toEqual(expected)
    }),
  )
})

test('a letter that no template made adds no header either', async () => {
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

test('what is no address goes into no message', () => {
  fc.assert(
    fc.property(anything, (to) => {
      expect(() =>
        messageOf(
          { to, subject: 's', text: 't', html: 'h', messageId: '<a@b>' },
          { name: '', address: 'care@aurelle.test' },
        ),
      ).toThrow('no e-mail address')
    }),
  )
})

test('a recipient is one address or none', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anything,
        fc.emailAddress(),
        fc.tuple(fc.emailAddress(), anything).map(([address, rest]) => address + rest),
      ),
      (recipient) => {
        try {
          const { to } = composeLetter(queued('order_confirmation', order, { recipient }), {
            siteUrl,
            business,
          })
          expect(to).toMatch(/^[^\s@,;<>]+@[^\s@,;<>]+$/)
        } catch (error) {
          expect(error).toEqual(new Error('The recipient is no e-mail address.'))
        }
      },
    ),
  )
})

test('what is called an address reaches the mail server as it was typed, and alone', async () => {
  const mailer = createTransport({ streamTransport: true, buffer: true })
  const seasoned = fc
    .array(fc.constantFrom('a', "o'b", '.', '-', '+', '%', 'Z9', '_', '{', '!', '"', ',', 'ä'), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join(''))
  const addresses = fc
    .oneof(
      fc.emailAddress(),
      fc.tuple(seasoned, seasoned).map(([local, host]) => `${local}@${host}.example`),
    )
    .filter(isEmail)
  await fc.assert(
    fc.asyncProperty(addresses, async (address) => {
      const { to } = composeLetter(queued('order_confirmation', order, { recipient: address }), {
        siteUrl,
        business,
      })
      const { envelope, message } = await mailer.sendMail(
        messageOf(
          { to, subject: 's', text: 't', html: 'h', messageId: '<a@b>' },
          { name: '', address: 'care@aurelle.test' },
        ),
      )
      const written =
        address.slice(0, address.indexOf('@')) + address.slice(address.indexOf('@')).toLowerCase()
      expect([[address], [written]]).toContainEqual(envelope.to)
      expect(message.toString().replace(/\r\n /g, ' ')).toMatch(/^To: \S+$/m)
    }),
  )
})

/** What mail programs look for, told another way than by the shop's own rule. */
const clickable =
  /(?:https?|ftp|file):[/\\]{2}\S|www\.\S|mailto:\S|[\p{L}\p{N}]\.\p{L}{2}|\S@\S+\.\S|\\\\\w/iu
const asClientsRead = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replace(/\p{Cf}/gu, '')
const bait = fc
  .array(
    fc.constantFrom(
      'evil.example',
      'https://evil.example/x',
      'HTTP://evil',
      'www.evil',
      'evil。example',
      'evil．example',
      'ev\u00ADil.exa\u200Bmple',
      'me@evil.example',
      'mailto:me',
      '@',
      '.',
      '。',
      '://',
      '//',
      '\\\\server\\share',
      '0900 123 456 78',
      '+44 20 7946 0018',
      ' ',
      'a',
      'bc',
      'Mum',
      '1',
      '\n',
      'é',
      '\u200D',
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test("a stranger's words lead nowhere: neither in a gift card's letter nor in the address of a confirmation", () => {
  fc.assert(
    fc.property(bait, bait, (message, giver) => {
      const card = composeLetter(
        queued('gift_card', {
          token: '7GH2K9QXW4M0P3N8RTVP',
          amount: 50,
          expires_at: '2027-01-05T12:00:00+00:00',
          giver,
          message,
        }),
        { siteUrl, business: { ...business, email: '' } },
      )
      const address = { ...order.shipping_address, first_name: giver, address_line_1: message }
      const bought = composeLetter(queued('order_confirmation', { ...order, shipping_address: address }), {
        siteUrl,
        business,
      }).text
      const delivery = bought.slice(bought.indexOf('DELIVERY'), bought.indexOf('Delivery method'))
      const plain = card.text.replace(siteUrl, '')
      for (const words of [
        plain,
        card.html.slice(card.html.indexOf('<body')).replace(/style="[^"]*"|<[^>]*>/g, ' '),
        delivery,
      ]) {
        expect(asClientsRead(words)).not.toMatch(clickable)
        expect(words).not.toMatch(/0900|7946/)
      }
    }),
  )
})

test('harmless words stand in a gift letter as they were written', () => {
  for (const message of ['P.S. I love you...', '👩‍👩‍👧 see you @ 8, £3.50 at 5.30pm', '12.06.1996']) {
    const { text } = composeLetter(
      queued('gift_card', {
        token: '7GH2K9QXW4M0P3N8RTVP',
        amount: 50,
        expires_at: '2027-01-05T12:00:00+00:00',
        giver: 'Ada',
        message,
      }),
      { siteUrl, business },
    )
    expect(text).toContain(`> ${message}`)
  }
})
