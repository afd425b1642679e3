import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chakraTheme, globalStyles } from './chakra-theme'
import { createCss, type Styles } from './css'
import globalJson from './global-styles.json'
import leftOut from './left-out.json'
import { createRecipes, type Chosen } from './recipe'
import { themeTable, type ThemeTable } from './theme-table'
import { variableOf } from './token-value'
import json from './theme-table.json'

const table: ThemeTable = json
const css = createCss(table, new Set(leftOut))

const rawValues = [
  'auto',
  '1px solid {colors.lineStrong}',
  '2rem !important',
  'calc(100% - {spacing.4})',
  'clamp(1rem, 2vw, 2rem)',
  4,
  0,
]
const valuesOf = (name: string) => {
  const { tokens = [], values = {}, scale } = table.categories[table.properties[name] ?? ''] ?? {}
  const negative = scale === 'spacing' ? tokens.map((token) => `-${token}`) : []
  const named = [...tokens, ...negative, ...Object.keys(values)]
  return fc.oneof(
    ...(named.length > 0 ? [fc.constantFrom(...named)] : []),
    fc.constantFrom<string | number>(...rawValues),
  )
}
const others = [
  'display',
  'fontSize',
  'background',
  'backgroundColor',
  'lineClamp',
  'gridTemplateColumns',
  '--own',
]
const property = fc.constantFrom(...Object.keys(table.properties), ...others)
const widths = ['base', 'sm', 'md', 'lg', 'xl', 'lgDown', 'smToLg', '_hover', '_dark']
const selectors = [
  '&:hover',
  '& > svg',
  '_hover',
  '_disabled',
  '_motionReduce',
  '@media (max-width: 899.98px)',
  '@media (min-width: 900px) and (pointer: fine)',
  '@media print',
  '@supports (display: grid)',
  '@container (min-width: 30rem)',
  '&::after',
]

const declaration = property.chain((name) => valuesOf(name).map((value): Styles => ({ [name]: value })))
const responsive = property.chain((name) =>
  fc
    .dictionary(fc.constantFrom(...widths), valuesOf(name), { minKeys: 1 })
    .map((value): Styles => ({ [name]: value })),
)
const composition = fc
  .constantFrom('textStyle', 'layerStyle', 'animationStyle')
  .chain((name) =>
    fc
      .constantFrom(...Object.keys(table.compositions[name] ?? {}), 'none')
      .map((value): Styles => ({ [name]: value })),
  )
const hidden = fc
  .oneof(fc.boolean(), fc.dictionary(fc.constantFrom('base', 'sm', 'lg'), fc.boolean(), { minKeys: 1 }))
  .map((value): Styles => ({ srOnly: value }))
const flat = fc
  .array(fc.oneof({ weight: 4, arbitrary: declaration }, composition, responsive, hidden), { maxLength: 5 })
  .map((all): Styles => Object.assign({}, ...all) as Styles)
const styles = fc
  .tuple(flat, fc.dictionary(fc.constantFrom(...selectors), flat, { maxKeys: 4 }))
  .map(([own, inner]): Styles => ({ ...own, ...inner }))

/** CSS as text, without the variable that Chakra sets along with a background: nothing reads it. */
const textOf = (made: object) =>
  JSON.stringify(made, (name, value: unknown) => (name === '--bg-currentcolor' ? undefined : value))

test('the table is that of the theme: npx tsx libs/ui/generate-theme-table.ts', () => {
  const { table: fresh, global, left } = themeTable(chakraTheme, globalStyles)
  expect(json).toEqual(fresh)
  expect(globalJson).toEqual(global)
  expect(leftOut).toEqual(left)
})

test('styles become the CSS that Chakra makes of them, in its order', () => {
  fc.assert(
    fc.property(fc.array(styles, { minLength: 1, maxLength: 2 }), (all) => {
      const expected = chakraTheme.css(...(structuredClone(all) as []))
      expect(textOf(css(...all))).toBe(textOf(expected))
    }),
  )
})

const recipe = fc.record({
  base: styles,
  variants: fc.record({
    size: fc.record({ s: styles, m: styles }),
    look: fc.record({ quiet: styles, true: flat }),
  }),
  defaultVariants: fc.constantFrom<Record<string, string>>({ size: 's' }, {}),
  compoundVariants: fc.constantFrom<{ css: Styles; size: string; look: string }[]>(
    [],
    [{ size: 's', look: 'quiet', css: { color: 'accent' } }],
  ),
})
const choices = fc.constantFrom<Chosen>({}, { size: 'm' }, { look: 'quiet' }, { look: true, size: 's' })

test('recipes, and two of them as one, become the CSS that Chakra makes of them', () => {
  const create = createRecipes(css)
  const theirs = (config: object) => chakraTheme.cva(structuredClone(config))
  const chosenBy = (one: object, chosen: Chosen) => textOf((one as (chosen: Chosen) => object)(chosen))
  fc.assert(
    fc.property(recipe, recipe, choices, (one, other, chosen) => {
      expect(chosenBy(create(one), chosen)).toBe(chosenBy(theirs(one), chosen))
      const both = create(one).merge(create(other))
      expect(chosenBy(both, chosen)).toBe(chosenBy(theirs(one).merge(theirs(other)), chosen))
    }),
  )
})

test('every token that a value may name has the variable of its name', () => {
  const tokens = [...chakraTheme.tokens.flatMap.entries()].filter(([name]) =>
    /^[a-zA-Z.]+(?:\.\d+)?$/.test(name),
  )
  expect(tokens.length).toBeGreaterThan(80)
  for (const [name, variable] of tokens) expect([name, variableOf(name)]).toEqual([name, variable])
})

test('what the table leaves out is refused', () => {
  expect(() => css({ divideX: '1px' })).toThrow('"divideX" is not among the styles of libs/ui')
  expect(() => css({ color: { _groupHover: 'accent' } })).toThrow('"_groupHover"')
})
