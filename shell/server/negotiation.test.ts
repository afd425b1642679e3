import { expect, test } from 'vitest'
import { encodingFor } from './negotiation'

test.each([
  [null, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', null],
  ['br; q=0.000, gzip;q=0', null],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.2', 'br'],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['brotli', null],
  ['x-br', null],
])('accepting "%s" a client is sent %s', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding)
})
