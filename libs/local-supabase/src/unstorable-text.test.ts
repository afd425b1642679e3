import { expect, test } from 'vitest'
import { hasUnstorableText } from './unstorable-text'

const json = (body: string) =>
  hasUnstorableText(
    '/rest/v1/rpc/x',
    'application/json; charset=utf-8',
    new TextEncoder().encode(body).buffer,
  )

test.each([
  String.raw`{"a":"\u0000"}`,
  String.raw`{"a":["x\ud800y"]}`,
  String.raw`{"a":"\uDC00"}`,
  String.raw`{"\u0000":1}`,
  String.raw`{"a":"\\\u0000"}`,
])('%s cannot be stored', (body) => {
  expect(json(body)).toBe(true)
})

test.each([
  String.raw`{"a":"\ud83d\ude00"}`,
  '{"a":"😀"}',
  String.raw`{"a":"\\u0000"}`,
  String.raw`{"a":"\u0001"}`,
  String.raw`{"a":"\u0000`,
  '',
])('%s can be stored, or is no JSON', (body) => {
  expect(json(body)).toBe(false)
})

test.each(['/rest/v1/products?name=eq.%00', '/storage/v1/object/public/x/%00', '/rest/v1/x?a=%ed%a0%80'])(
  'the address %s cannot be stored',
  (address) => {
    expect(hasUnstorableText(address, '', new ArrayBuffer())).toBe(true)
  },
)

test('a file may have any bytes', () => {
  expect(hasUnstorableText('/storage/v1/object/x/a.png', 'image/png', new ArrayBuffer(3))).toBe(false)
})
