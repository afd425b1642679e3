import { expect, test } from 'vitest'
import { previewEmail } from './preview'
import { business, order, queued } from './samples'

const context = { siteUrl: 'https://aurelle.example', business }
const card = { amount: 25, message: 'With love', giver: 'Ada', expires_at: '2027-01-05T12:00:00Z' }

test('an email without secrets is shown as it is sent', async () => {
  const { subject, text, html } = await previewEmail(queued('order_confirmation', order), context)
  expect(subject).toContain('AM20250105-0001')
  expect(text).toContain('£37.90')
  expect(html).toContain('£37.90')
})

test('what only the recipient may know has a placeholder', async () => {
  expect((await previewEmail(queued('gift_card', card), context)).text).toContain('XXXX-XXXX-XXXX-XXXX-XXXX')
  expect((await previewEmail(queued('account_link', {}), context)).text).toContain('hidden-until-it-is-sent')
  expect((await previewEmail(queued('order_confirmation', order), context)).text).toContain(
    '/create-account?token=hidden-until-it-is-sent',
  )
  const owned = { ...order, user_id: '00000000-0000-4000-8000-000000000001' }
  expect((await previewEmail(queued('order_confirmation', owned), context)).text).not.toContain(
    'create-account',
  )
})

test('a token that the data still has is never shown', async () => {
  const token = 'ABCDEFGHJKMNPQRSTVWX'
  for (const kind of ['gift_card', 'account_link', 'order_confirmation']) {
    const { text, html } = await previewEmail(
      queued(kind, { ...order, ...card, token, account_token: token }),
      context,
    )
    expect(text + html).not.toContain(token)
    expect(text).not.toContain('ABCD-EFGH')
  }
})

test('an email that cannot be written names the field, not its content', async () => {
  await expect(previewEmail(queued('order_confirmation', { total: 'secret' }), context)).rejects.toThrow(
    /^Not what order_confirmation needs: .*order_number/,
  )
})
