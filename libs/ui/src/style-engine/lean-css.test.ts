import createCache from '@emotion/cache'
import { serializeStyles } from '@emotion/serialize'
import { expect, test } from 'vitest'
import { stylePlugins } from './lean-css'

function written(css: string): unknown {
  const cache = createCache({ key: 'css', stylisPlugins: stylePlugins })
  cache.compat = true
  const look = serializeStyles([css])
  cache.insert('.x', look, cache.sheet, true)
  return cache.inserted[look.name]
}

test('rules have the values of scales, and colours by name, which differ between the themes', () => {
  expect(written('margin:var(--am-spacing-4);gap:calc(var(--am-spacing-0\\.5) * -1);')).toBe(
    '.x{margin:1rem;gap:calc(.125rem * -1);}',
  )
  expect(written('color:var(--am-colors-ink);')).toBe('.x{color:var(--am-colors-ink);}')
})

test('only what a browser of today needs has a prefix', () => {
  expect(written('display:flex;transition:transform 1s;')).toBe('.x{display:flex;transition:transform 1s;}')
  expect(written('user-select:none;')).toBe('.x{-webkit-user-select:none;user-select:none;}')
})
