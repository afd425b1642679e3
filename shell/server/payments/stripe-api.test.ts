import { afterEach, expect, test, vi } from 'vitest'
import { stripeApi } from './stripe-api'

afterEach(() => {
  vi.unstubAllGlobals()
})
const refundAnsweredBy = (answer: Response) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer))
  return stripeApi('sk_test_fake').refund('pi_1')
}
const refused = (code: string) => Response.json({ error: { message: 'no', code } }, { status: 400 })

test.each([
  ['done', Response.json({ object: 'refund', status: 'succeeded' })],
  ['on its way', Response.json({ object: 'refund', status: 'pending' })],
  ['done before', refused('charge_already_refunded')],
])('a refund that is %s counts as one', async (_name, answer) => {
  await expect(refundAnsweredBy(answer)).resolves.toBeUndefined()
})

test.each([
  ['failed', Response.json({ object: 'refund', status: 'failed' })],
  ['canceled', Response.json({ object: 'refund', status: 'canceled' })],
  ['waiting for the payer', Response.json({ object: 'refund', status: 'requires_action' })],
  ['answered with something else', Response.json({})],
  ['refused', refused('charge_disputed')],
])('a refund that is %s is none, and no letter may say otherwise', async (_name, answer) => {
  await expect(refundAnsweredBy(answer)).rejects.toThrow('Stripe')
})
