import { expect, test } from 'vitest'
import { email } from './test-email'

test('the email says what was deleted, and names the orders that the law keeps', async () => {
  const { subject, text } = await email('account_deleted', {
    deleted_at: '2025-01-05T23:30:00Z',
    orders: ['AM20250105-0001'],
  })
  expect(subject).toBe('Your account is deleted')
  expect(text).toContain('on 5 January 2025')
  expect(text).toContain('Tax law requires us to keep records of sales for six years.')
  expect(text).toContain('AM20250105-0001')
})

test('without orders nothing is said of tax', async () => {
  expect(
    (await email('account_deleted', { deleted_at: '2025-01-05T12:00:00Z', orders: [] })).text,
  ).not.toContain('Tax')
})
