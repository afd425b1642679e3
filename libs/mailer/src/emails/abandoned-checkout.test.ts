import { expect, test } from 'vitest'
import { messageOf } from '../smtp-transport'
import { email } from './test-email'

const data = {
  first_name: 'Ada',
  token: 'abcdefghijklmnopqrstuvwxyz0123456789',
  items: [
    { name: 'Robe', variant_name: 'M', quantity: 2 },
    { name: 'Stone', quantity: 1 },
  ],
}
const decline = '/account/no-reminders?token=abcdefghijklmnopqrstuvwxyz0123456789'

test('the email has the goods, the way back to the cart, and how to decline such emails', async () => {
  const sent = await email('abandoned_checkout', data)
  const { subject, text, html } = sent
  expect(subject).toBe('Your cart is still here')
  expect(text).toContain('2 × Robe, M')
  expect(text).toContain('/cart')
  expect(text).toContain(decline)
  expect(html).toContain('Do not send me such emails')
  const { list } = messageOf(sent, { name: 'A & M', address: 'care@aurelle.test' })
  expect(JSON.stringify(list)).toContain(decline)
})

test('a token that could change the link is rejected', async () => {
  await expect(email('abandoned_checkout', { ...data, token: 'abcdefghijklmnop\nx' })).rejects.toThrow(
    'token',
  )
})
