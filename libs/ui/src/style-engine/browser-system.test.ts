import { expect, test } from 'vitest'
import { animationStyles, layerStyles, textStyles } from '../theme/styles'
import { browserSystem } from './browser-system'
import { fullSystem } from './full-system'
import { conditions } from './style-props'
import { tokenRefs } from './token-refs'

const full = fullSystem()

/** Names of Chakra's style props that sources use only for other things. */
const otherThings = new Set([
  'WebkitLineClamp',
  'bg',
  'colorPalette',
  'contrast',
  'focusRing',
  'm',
  'me',
  'p',
  'px',
  'ring',
  'scrollbar',
])

const sources = import.meta.glob(
  [
    '../../../../{shell,mf-*}/src/**/*.{ts,tsx}',
    '../../../{ui,forms,settings}/src/**/*.{ts,tsx}',
    '!**/*.test.*',
  ],
  { query: '?raw', import: 'default', eager: true },
)

/** Every name that a source gives a value. */
const names = new Set(
  Object.values(sources).flatMap((source) =>
    [...source.matchAll(/(?<![\w.-])([A-Za-z]\w*)'?\s*[:=]/g)].map(([, name = '']) => name),
  ),
)

const values = [
  '4',
  '-4',
  'full',
  'control',
  'ink',
  'ink/50',
  'accent.solid',
  'calm',
  'overlay',
  'serif',
  'none',
  2,
  true,
]
const both = (styles: object) =>
  [browserSystem.css(styles), full.css(styles)].map((css) => JSON.stringify(css))

test('every style prop that a source uses means in browsers what it means on servers', () => {
  const used = [...names].filter((name) => full.isValidProperty(name) && !otherThings.has(name))
  expect(used.length).toBeGreaterThan(100)
  const others = used.filter(
    (name) =>
      !browserSystem.isValidProperty(name) ||
      values.some((value) => {
        const [browser, server] = both({ [name]: value })
        return browser !== server
      }),
  )
  expect(others).toEqual([])
})

test('what is no style prop in browsers is none on servers', () => {
  for (const name of names)
    if (browserSystem.isValidProperty(name)) expect([name, full.isValidProperty(name)]).toEqual([name, true])
})

test('conditions, widths, nesting and named styles give the same rules', () => {
  const styles = [
    ...Object.keys(conditions).map((name) => ({ [`_${name}`]: { color: 'ink', padding: '2' } })),
    { gap: { base: '1', lg: '2', xl: { _hover: '3' } }, '& > li': { margin: ['1', '2', null, '4'] } },
    {
      '@media (min-width: 5em)': { width: 'page !important' },
      '--width': 'sizes.page',
      '&[open]': { inset: '0' },
    },
    ...Object.keys(textStyles).map((textStyle) => ({ textStyle: { base: textStyle, md: 'body' } })),
    ...Object.keys(layerStyles).map((layerStyle) => ({ layerStyle, border: '1px solid {colors.line}' })),
    ...Object.keys(animationStyles).map((animationStyle) => ({
      animationStyle,
      transition: 'all {durations.quick} {easings.calm}',
    })),
  ]
  for (const style of styles) {
    const [browser, server] = both(style)
    expect(browser).toBe(server)
  }
})

test('browsers know every token of the theme by its custom property', () => {
  const isOurs = ([path]: [string, string]) => !/colorPalette|breakpoint/.test(path)
  const paths = Object.entries(tokenRefs).flatMap(([kind, refs]) =>
    Object.entries(refs).map(([name, ref]) => [`${kind}.${name}`, ref] as const),
  )
  expect(new Map(paths)).toEqual(new Map([...full.tokens.flatMap].filter(isOurs)))
})
