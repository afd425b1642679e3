import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'

// Each page carries it before its first paint.
const mostBytes = 2048

test('the script that answers before the shop’s own ones stays within 2 KB', () => {
  const script = readFileSync(new URL('../dist/inline/deferred-hydration.js', import.meta.url))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: script.length }
  expect(brotliCompressSync(script, { params }).length).toBeLessThanOrEqual(mostBytes)
})
