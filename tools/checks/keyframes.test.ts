import { expect, test } from 'vitest'
import { keyframes } from '../../libs/ui/src/theme/styles'
import { root } from '../environment'
import { sourcesIn } from './page-lists'
import { memberNames } from '../remotes'

const folders = [...memberNames, 'libs/ui'].map((name) => `${name}/src`)

test('every animation of a component has its keyframes: a browser says nothing of missing ones', () => {
  const used = [...sourcesIn(root, folders).values()]
    .flatMap((source) => [...source.matchAll(/animation: ?'(\w+) /g)])
    .map(([, name]) => name)
  expect(used).toContain('fade')
  for (const name of used) expect(Object.keys(keyframes)).toContain(name)
})
