import { expect, test } from 'vitest'
import { looksScanned, maxCodeLength, scannedCode } from './scanned-code'

const origins = ['https://aurelle.example', 'http://localhost:3000']

test.each([
  ['5012345678900\r\n', '5012345678900'],
  ['  AM-TOY-001 ', 'AM-TOY-001'],
  [']E05012345678900', '5012345678900'],
  ['\u001dAM-1', 'AM-1'],
  ['https://aurelle.example/products/robe?size=m#top', '/products/robe?size=m'],
  ['HTTP://LOCALHOST:3000/products/robe', '/products/robe'],
  ['https://elsewhere.example/products/robe', 'https://elsewhere.example/products/robe'],
  ['https://aurelle.example.evil.test/products/robe', 'https://aurelle.example.evil.test/products/robe'],
  ['https://', 'https://'],
  [' \t', ''],
])('%j is looked up as %j', (text, code) => {
  expect(scannedCode(text, origins)).toBe(code)
})

test('no more is sent than the database takes', () => {
  expect(scannedCode('x'.repeat(5000), origins)).toHaveLength(maxCodeLength)
})

test('a typed quantity is not taken for a scan', () => {
  expect(['1234567', '12345678', '-12345678', '5012345678900', '123456789012345'].map(looksScanned)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
})
