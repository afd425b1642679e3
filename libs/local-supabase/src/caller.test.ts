import { expect, it } from 'vitest'
import { trustedHeaders, callerKey, isLoopback } from './caller'

it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(isLoopback(address)).toBe(true)
})

it.each([
  '',
  '10.0.0.1',
  '1270.0.0.1',
  '192.0.2.127',
  '::ffff:10.0.0.1',
  '::11',
  'localhost.evil.example',
  ' 127.0.0.1',
])('%j is not', (address) => {
  expect(isLoopback(address)).toBe(false)
})

const claims = {
  'x-forwarded-for': '192.0.2.1, 10.0.0.1',
  'cf-connecting-ip': '198.51.100.1',
  'x-session-id': 'session_x',
}

it('believes a proxy on this machine about the address it saw, and about nothing that its caller claimed', () => {
  expect(trustedHeaders(new Headers(claims), '127.0.0.1')).toEqual({
    'x-forwarded-for': '10.0.0.1',
    'x-session-id': 'session_x',
  })
  expect(trustedHeaders(new Headers({ 'x-forwarded-for': '192.0.2.1' }), '::1')).toEqual({
    'x-forwarded-for': '192.0.2.1',
  })
})

it('takes the address of a caller from elsewhere from the connection, whatever the headers claim', () => {
  expect(trustedHeaders(new Headers(claims), '203.0.113.9')).toEqual({
    'x-forwarded-for': '203.0.113.9',
    'x-session-id': 'session_x',
  })
})

it('names the connection where no header claims anything', () => {
  expect(trustedHeaders(new Headers(), '127.0.0.1')).toEqual({ 'x-forwarded-for': '127.0.0.1' })
  expect(trustedHeaders(new Headers({ 'x-forwarded-for': '192.0.2.1, ' }), '::1')).toEqual({
    'x-forwarded-for': '::1',
  })
  expect(trustedHeaders(new Headers({ 'x-forwarded-for': '' }), '::1')).toEqual({
    'x-forwarded-for': '::1',
  })
})

it('answers names that objects inherit like any other header', () => {
  expect(
    Object.entries(trustedHeaders(new Headers({ constructor: 'x', __proto__: 'y' }), '::1')),
  ).toContainEqual(['constructor', 'x'])
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('the address %s counts as %s', (address, caller) => {
  expect(callerKey(address)).toBe(caller)
})
