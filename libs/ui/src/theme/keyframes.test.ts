import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { keyframes } from './styles'

const sources = path.join(import.meta.dirname, '..')

test('every animation of a component has its keyframes: a browser says nothing of missing ones', () => {
  const used = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => [...readFileSync(path.join(sources, file), 'utf8').matchAll(/animation: ?'(\w+) /g)])
    .map(([, name]) => name)
  expect(used).toContain('fade')
  for (const name of used) expect(Object.keys(keyframes)).toContain(name)
})
