import { expect, test } from 'vitest'
import { email } from './test-email'

const news = (changes: object) =>
  email('return_status', {
    order_number: 'AM20250105-0001',
    note: '',
    items: [{ name: 'Robe', variant_name: 'M', quantity: 2, decision: null, received: null }],
    ...changes,
  })

test('each step of a return has its email', async () => {
  expect((await news({ state: 'requested' })).subject).toBe(
    'Your return for order AM20250105-0001 has reached us',
  )
  const approved = await news({ state: 'approved', note: 'One box, please.' })
  expect(approved.text).toContain('A note from us: One box, please.')
  expect(approved.text).toContain('1 Example Street, London EC1A 1AA')
  expect(approved.text).toContain('Robe, M: 2 items')
  const items = [{ name: 'Robe', quantity: 2, decision: 'approved', received: 1 }]
  const received = await news({ state: 'received', note: 'One box, please.', items })
  expect(received.text).toContain('Robe: 1 item arrived')
  expect(received.text).not.toContain('One box')
  const exchanged = await news({ state: 'refunded', replacement: 'AM20250107-0002', items })
  expect(exchanged.subject).toBe('Your return for order AM20250105-0001 is exchanged')
  expect(exchanged.text).toContain('as order AM20250107-0002')
})

test('the email of a rejected item gives the reason and says that statutory rights remain', async () => {
  const items = [{ name: 'Robe', quantity: 1, decision: 'rejected', received: null }]
  const { text } = await news({ state: 'rejected', note: 'The seal was broken.', items })
  expect(text).toContain('Robe: 1 item: cannot be accepted')
  expect(text).toContain('What we found: The seal was broken.')
  expect(text).toContain('Your statutory rights are not affected.')
})
