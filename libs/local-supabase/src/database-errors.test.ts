import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { asPostgrest, statusOf } from './database-errors'

it.each([
  ['P0001', 400],
  ['23514', 400],
  ['23505', 409],
  ['PT409', 409],
  ['PT422', 422],
  ['40001', 500],
  ['22P02', 400],
  ['3F000', 400],
  ['0A000', 400],
  ['ZZZZZ', 400],
  ['EPIPE', undefined],
  ['CONNECTION_CLOSED', undefined],
])('answers %s with %s', (code, status) => {
  expect(statusOf(code)).toBe(status)
})

it('hands on message, details and hint of a raised exception', () => {
  const raised = Object.assign(new Error('Only 2 items available.'), {
    code: 'PT409',
    detail: '2',
    hint: 'insufficient_stock',
  })
  expect(asPostgrest(raised)).toMatchObject({
    code: 'PGRST',
    message: JSON.stringify({
      code: 'PT409',
      message: 'Only 2 items available.',
      details: '2',
      hint: 'insufficient_stock',
    }),
    detail: JSON.stringify({ status: 409, headers: {} }),
  })
  expect(inspect(asPostgrest(raised))).toBe('rest: PT409 Only 2 items available.')
})

it.each([
  [
    '23514',
    'new row for relation "orders" violates check constraint "orders_total"',
    'Failing row contains (7, ada@example.test).',
  ],
  [
    '23505',
    'duplicate key value violates unique constraint "customers_email"',
    'Key (email)=(ada@example.test) already exists.',
  ],
  [
    '23502',
    'null value in column "name" violates not-null constraint',
    'Failing row contains (null, ada@example.test).',
  ],
  [
    '23503',
    'insert violates foreign key constraint "orders_user"',
    'Key (user_id)=(7) is not present in table "users".',
  ],
])('tells of the broken constraint %s without the row', (code, message, detail) => {
  const converted = asPostgrest(Object.assign(new Error(message), { code, detail }))
  expect(converted).toMatchObject({ message: JSON.stringify({ code, message, details: null, hint: null }) })
  expect(inspect(converted)).not.toContain(detail)
})

it('leaves other errors than those of the database as they are', () => {
  const own = new Error('a bug')
  expect(asPostgrest(own)).toBe(own)
})
