import { expect, test } from 'vitest'
import { fontFaceCss } from './font-face'

/** The code points of a `unicode-range`. */
function charactersIn(range: string): number[] {
  return range.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .slice('U+'.length)
      .split('-')
      .map((hex) => parseInt(hex, 16))
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

test('no character comes from two files of a family: a slow network would fetch both', () => {
  const css = fontFaceCss('/fonts').replace(/@supports not .*/, '')
  const faces = [...css.matchAll(/font-family:"([^"]+)"[^}]*unicode-range:([^;}]+)/g)]
  expect(faces).toHaveLength(5)
  for (const family of new Set(faces.map(([, name]) => name))) {
    const characters = faces
      .filter(([, name]) => name === family)
      .flatMap(([, , range = '']) => charactersIn(range))
    expect(characters.length, family).toBe(new Set(characters).size)
  }
})

test('Firefox swaps late fonts in, since it waits for none; elsewhere text never shifts', () => {
  const [, firefox = '', others = ''] = fontFaceCss('/fonts').split(
    /@supports (?:not )?\(-moz-appearance:none\)/,
  )
  expect([...firefox.matchAll(/font-display:(\w+)/g)].map(([, display]) => display)).toEqual(
    Array(5).fill('swap'),
  )
  expect([...others.matchAll(/font-display:(\w+)/g)].map(([, display]) => display)).toEqual(
    Array(5).fill('optional'),
  )
})
