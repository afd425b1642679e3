import { expect, test } from 'vitest'
import { replyFaults, slowestMs } from './shop/findings'
import type { Call, Reply } from './shop/send'

const shop = { facts: {} }
const call: Call = { method: 'GET', path: '/rest/v1/products?name=eq.x' }
const reply: Reply = {
  status: 200,
  type: 'application/json',
  body: '[]',
  range: '',
  location: '',
  headers: {},
  milliseconds: 5,
}

test.each<[string, Partial<Reply>, RegExp]>([
  ['no answer', { status: 0, body: 'socket hang up' }, /^no answer: socket hang up$/],
  ['an error of the server', { status: 500 }, /^answered 500$/],
  ['a refusal that does not say when to come again', { status: 503 }, /^answered 503$/],
  ['a slow answer', { milliseconds: slowestMs + 1 }, /^answered after/],
  [
    'the row that a constraint refused',
    { status: 400, body: '{"details":"Failing row contains (1, secret)"}' },
    /^prints the row/,
  ],
  ['a stack', { status: 400, body: 'Error\n    at run (/srv/app.js:1:2)' }, /^shows a stack trace/],
  [
    'the text of a statement',
    { status: 400, body: '{"message":"select a from b where c"}' },
    /^shows SQL text/,
  ],
])('%s is wrong', (_what, part, why) => {
  expect(replyFaults(shop, call, { ...reply, ...part }).find((each) => why.test(each))).toBeDefined()
})

test.each<[string, Partial<Reply>]>([
  ['an answer', {}],
  ['a refusal', { status: 404, body: '{"message":"Not found"}' }],
  ['a refusal that says when to come again', { status: 503, headers: { 'retry-after': '5' } }],
  [
    'a text that ends in "at once" before a time',
    { body: '[{"message":"Come at once","is_read":false,"created_at":"2026-11-27T06:52:57"}]' },
  ],
  ['what the caller sent, said again', { status: 400, body: '{"message":"name=eq.x is no filter"}' }],
])('%s is right', (_what, part) => {
  expect(replyFaults(shop, call, { ...reply, ...part })).toEqual([])
})
