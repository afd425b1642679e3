import { expect, test } from 'vitest'
import { judgeReply, slowestMs } from './judge'
import type { Reply, Shot } from './send'

const shot: Shot = { method: 'GET', origin: 'http://127.0.0.1:1', path: '/rest/v1/products?name=eq.x' }
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
  expect(judgeReply(shot, { ...reply, ...part }).find((each) => why.test(each))).toBeDefined()
})

test.each<[string, Partial<Reply>]>([
  ['an answer', {}],
  ['a refusal', { status: 404, body: '{"message":"Not found"}' }],
  ['a refusal that says when to come again', { status: 503, headers: { 'retry-after': '5' } }],
  ['what the caller sent, said again', { status: 400, body: '{"message":"name=eq.x is no filter"}' }],
])('%s is right', (_what, part) => {
  expect(judgeReply(shot, { ...reply, ...part })).toEqual([])
})
