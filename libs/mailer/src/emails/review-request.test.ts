import { expect, test } from 'vitest'
import { email } from './test-email'

const data = {
  order_number: 'AM20250105-0001',
  token: 'abcdefghijklmnopqrstuvwxyz0123456789',
  items: [{ name: 'Robe', variant_name: 'M' }, { name: 'Stone' }],
}

test('the email names what was bought and leads to the page for reviews', async () => {
  const { subject, text } = await email('review_request', data)
  expect(subject).toBe('What do you think of your order AM20250105-0001?')
  expect(text).toContain('Robe, M')
  expect(text).toContain('/review?token=abcdefghijklmnopqrstuvwxyz0123456789')
})

test('a token that could change the link is rejected', async () => {
  await expect(email('review_request', { ...data, token: 'abcdefghijklmnop?x=1' })).rejects.toThrow('token')
})
