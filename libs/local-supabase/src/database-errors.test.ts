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
  ['ZZZZZ', undefined],
])('answers %s with %s', (code, status) => {
  expect(statusOf(code)).toBe(status)
})

it('hands on message, details and hint of a raised exception', () => {
  const raised = Object.assign(new Error('Only 2 items available.'), { code: 'PT409', detail: '2', hint: 'insufficient_stock' })
  expect(asPostgrest(raised)).toMatchObject({
    code: 'PGRST',
    message: JSON.stringify({ code: 'PT409', message: 'Only 2 items available.', details: '2', hint: 'insufficient_stock' }),
    detail: JSON.stringify({ status: 409, headers: {} }),
  })
  expect(inspect(asPostgrest(raised))).toBe('rest: PT409 Only 2 items available.')
})

it('leaves what is no database error as it is', () => {
  const own = new Error('a bug')
  expect(asPostgrest(own)).toBe(own)
})
