import { expect, test } from 'vitest'
import { negotiateEncoding } from './content-encoding'

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
])('with accept-encoding "%s" the encoding is %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding)
})
