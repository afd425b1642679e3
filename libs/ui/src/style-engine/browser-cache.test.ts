// @vitest-environment happy-dom
import { serializeStyles } from '@emotion/serialize'
import { expect, test } from 'vitest'
import { createBrowserStyleCache } from './browser-cache'

test('rules of one task share a style element, those of a later one begin another, but not without end', async () => {
  const cache = createBrowserStyleCache()
  // As in production.
  cache.sheet.isSpeedy = true
  const insert = (margin: number) => {
    const rule = serializeStyles([{ margin }])
    cache.insert(`.css-${rule.name}`, rule, cache.sheet, true)
  }
  insert(1)
  insert(2)
  expect(cache.sheet.tags).toHaveLength(1)
  for (let task = 0; task < 40; task += 1) {
    await Promise.resolve()
    insert(10 + task)
  }
  expect(cache.sheet.tags).toHaveLength(32)
  expect(document.querySelectorAll('style[data-emotion]')).toHaveLength(32)
})
