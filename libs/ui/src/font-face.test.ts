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
  const faces = [...fontFaceCss('/fonts').matchAll(/font-family:"([^"]+)"[^}]*unicode-range:([^;}]+)/g)]
  expect(faces).toHaveLength(5)
  for (const family of new Set(faces.map(([, name]) => name))) {
    const characters = faces
      .filter(([, name]) => name === family)
      .flatMap(([, , range = '']) => charactersIn(range))
    expect(characters.length, family).toBe(new Set(characters).size)
  }
})
