import { expect, test } from 'vitest'
import { looks, sheet } from './styles'

// Each property that paints, and what the dark sheet must set instead.
const painted: Record<string, string> = {
  backgroundColor: 'background-color',
  color: 'color',
  border: 'border-color',
  borderLeft: 'border-color',
  borderTop: 'border-color',
  borderBottom: 'border-color',
}

test.each(Object.entries(looks))('every colour of %s has another in dark mode', (_, { className, style }) => {
  const dark = sheet.slice(sheet.indexOf('dark){') + 6)
  const overridden = [...dark.matchAll(/([^{}]+)\{([^}]*)\}/g)]
    .filter(([, selectors = '']) =>
      selectors.split(',').some((one) => className.split(' ').includes(one.slice(1))),
    )
    .flatMap(([, , declarations = '']) => declarations.split(';').map((each) => each.split(':')[0]))
  const colours = Object.keys(style).flatMap((property) => painted[property] ?? [])
  expect(overridden).toEqual(expect.arrayContaining(colours))
})
