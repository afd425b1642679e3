import { expect, test } from 'vitest'
import { order } from './samples'
import { email, siteUrl } from './test-email'

const token = `cs_${'3f'.repeat(32)}`
const link = (changes: object = {}) =>
  email('payment_link', {
    ...order,
    token,
    first_name: 'Ada',
    expires_at: '2025-01-08T12:00:00+00:00',
    ...changes,
  })

test('a payment link shows goods, sums and address, and until when it is open', async () => {
  const { subject, text } = await link({
    subtotal: 26.58,
    discount_amount: 5,
    promotion_code: 'DRAFT-1001',
  })
  expect(subject).toBe('Your order is ready to be paid')
  expect(text).toContain(`${siteUrl}/checkout/link?session=${token}`)
  for (const part of ['Stone', '£37.90', 'DRAFT-1001', 'SW1A 1AA', 'Wednesday 8 January at 12:00'])
    expect(text).toContain(part)
})

test('of an exchange only the difference is paid', async () => {
  const { text } = await link({ returned_amount: 20 })
  expect(text).toContain('Pay £17.90')
  expect(text).toContain('Paid by what you sent back')
})

test('a token that leads elsewhere makes no email', async () => {
  await expect(link({ token: 'x&next=https://evil.example' })).rejects.toThrow(
    'Not what payment_link needs: token.',
  )
})
