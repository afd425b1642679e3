import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../environment'
import { longest, rankOf } from './longest-first'

test('the longest test files exist and are begun before any other', () => {
  for (const [place, file] of longest.entries()) {
    expect(existsSync(path.join(root, file)), file).toBe(true)
    expect(rankOf(path.join(root, file))).toBe(place)
  }
  expect(rankOf(path.join(root, 'libs/pricing/src/money.test.ts'))).toBe(longest.length)
})
