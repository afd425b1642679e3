import { expect, test } from 'vitest'
import { keyframes } from '../libs/ui/src/theme/styles'
import { root } from './environment'
import { sourcesIn } from './page-lists'

const folders = [
  'shell/src',
  'mf-account/src',
  'mf-admin/src',
  'mf-catalog/src',
  'mf-cart-checkout/src',
  'libs/ui/src',
]

test('every animation of a component has its keyframes: a browser says nothing of missing ones', () => {
  const used = [...sourcesIn(root, folders).values()]
    .flatMap((source) => [...source.matchAll(/animation: ?'(\w+) /g)])
    .map(([, name]) => name)
  expect(used).toContain('fade')
  for (const name of used) expect(Object.keys(keyframes)).toContain(name)
})
