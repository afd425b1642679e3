import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeEmail } from './compose'
import { business, order, queued } from './samples'
import { email, siteUrl } from './test-email'

/** What mail clients turn into links, independent of the shop's own rule. An @ alone is not a mailbox: @@.example is not an address. */
const clickable =
  /(?:https?|ftp|file):[/\\]{2}\S|www\.\S|mailto:\S|[\p{L}\p{N}]\.\p{L}{2}|[^\s@]@\S+\.\S|\\\\\w/iu
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

test("a stranger's text becomes no link in a gift card's email or in the address of a confirmation", async () => {
  await fc.assert(
    fc.asyncProperty(bait, bait, async (message, giver) => {
      const card = await composeEmail(
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
      const { text: bought } = await email('order_confirmation', { ...order, shipping_address: address })
      const delivery = bought.slice(bought.indexOf('DELIVERING TO'), bought.indexOf('SOLD BY'))
      const plain = card.text.replace(siteUrl, '')
      for (const text of [
        plain,
        card.html.slice(card.html.indexOf('<body')).replace(/<[^>]*>/g, ' '),
        delivery,
        bought.slice(0, bought.indexOf('\n\nWe have')),
      ]) {
        expect(asClientsRead(text)).not.toMatch(clickable)
        expect(text).not.toMatch(/0900|7946/)
      }
    }),
  )
})

test('harmless text is printed in a gift email as written', async () => {
  for (const message of ['P.S. I love you...', '👩‍👩‍👧 see you @ 8, £3.50 at 5.30pm', '12.06.1996']) {
    const { text } = await composeEmail(
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
