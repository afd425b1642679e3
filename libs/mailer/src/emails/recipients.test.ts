import { isEmail } from '@shop/settings'
import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { messageOf } from '../smtp-transport'
import { composeEmail } from './compose'
import { business, order, queued } from './samples'
import { anything } from './test-markup'
import { siteUrl } from './test-email'

test('an invalid address is never put into a message', () => {
  fc.assert(
    fc.property(anything, (to) => {
      expect(() =>
        messageOf(
          { to, subject: 's', text: 't', html: 'h', messageId: '<a@b>' },
          { name: '', address: 'care@aurelle.test' },
        ),
      ).toThrow('not an email address')
    }),
  )
})

test('a recipient is one address or none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        anything,
        fc.emailAddress(),
        fc.tuple(fc.emailAddress(), anything).map(([address, rest]) => address + rest),
      ),
      async (recipient) => {
        try {
          const { to } = await composeEmail(queued('order_confirmation', order, { recipient }), {
            siteUrl,
            business,
          })
          expect(to).toMatch(/^[^\s@,;<>]+@[^\s@,;<>]+$/)
        } catch (error) {
          expect(error).toEqual(new Error('The recipient is not an email address.'))
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
      const { to } = await composeEmail(queued('order_confirmation', order, { recipient: address }), {
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
