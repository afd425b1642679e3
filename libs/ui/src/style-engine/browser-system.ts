// Chakra's system without what a drawn page has in its styles: the values of tokens, global styles and the reset.
import type { SystemContext } from '@chakra-ui/react/styled-system'
import { breakpoints } from '../theme/scale'
import { animationStyles, layerStyles, textStyles } from '../theme/styles'
import { createConditions, createCssFn, createNormalizeFn, createRecipeFn } from './chakra-engine'
import { colored, combined, conditions as selectors, kindOf, plain } from './style-props'
import { tokenRefs as refs } from './token-refs'

/** Named styles by the prop that takes their names. */
const compositions = {
  textStyle: textStyles,
  layerStyle: layerStyles,
  animationStyle: animationStyles,
} as unknown as Readonly<Record<string, Readonly<Record<string, { value: object } | undefined>>>>

/** What a path such as `colors.line` stands for, if there is such a token. */
function refOf(path: string): string | undefined {
  const [kind = '', ...name] = path.split('.')
  return refs[kind]?.[name.join('.')]
}

const expanded = (value: string) => value.replace(/\{([^}]*)\}/g, (_, path: string) => refOf(path) ?? path)

const widths = Object.entries(breakpoints)
const mediaOf = (px: string) => `@media screen and (min-width: ${String(parseFloat(px) / 16)}rem)`
const media: Readonly<Record<string, string>> = Object.fromEntries(
  widths.map(([name, px]) => [name, mediaOf(px)]),
)
const names = ['base', ...Object.keys(breakpoints)]

const conditions = createConditions({
  conditions: selectors,
  breakpoints: { conditions: media, keys: () => names, getCondition: (name: string) => media[name] },
})

/** A colour may be mixed with nothing: `ink/50` is half of it. */
function colorOf(property: string, value: unknown): Record<string, unknown> {
  const [name = '', share] = typeof value === 'string' ? value.split('/') : []
  if (!name || !share || Number.isNaN(Number(share)))
    return { [property]: refs.colors?.[String(value)] ?? value }
  const color = refs.colors?.[name] ?? name
  const variable = `--mix-${property}`
  return {
    [variable]: `color-mix(in srgb, ${color} ${share}%, transparent)`,
    [property]: `var(${variable}, ${color})`,
  }
}

/** The properties of CSS that a style prop stands for. */
function transform(property: string, given: unknown): object {
  const value = typeof given === 'string' ? expanded(given) : given
  const style = compositions[property]
  if (style) return css(style[String(value)]?.value ?? {})
  const combine = combined[property]
  if (combine) return combine(value)
  if (colored.has(property)) {
    const styles = colorOf(property, value)
    return property.startsWith('background') ? { ...styles, '--bg-currentcolor': styles[property] } : styles
  }
  const kind = kindOf.get(property)
  if (kind) return { [property]: refs[kind]?.[String(value)] ?? value }
  return { [property]: property.startsWith('--') ? (refOf(String(value)) ?? value) : value }
}

const byBreakpoint = (value: unknown) =>
  Array.isArray(value)
    ? Object.fromEntries(value.flatMap((one: unknown, index) => (one == null ? [] : [[names[index], one]])))
    : value

const normalize = createNormalizeFn({ utility: {}, normalize: byBreakpoint })
const css = createCssFn({ transform, conditions, normalize })
const layers = { wrap: (layer: string, styles: object) => ({ [`@layer ${layer}`]: styles }) }

const known = new Set([
  'css',
  'colorPalette',
  ...Object.keys(compositions),
  ...Object.keys(combined),
  ...kindOf.keys(),
  ...colored,
  ...plain,
  ...conditions.keys(),
])

/** The part of Chakra's system that its factory of elements uses. */
export const browserSystem = {
  _config: { disableLayers: true },
  _global: {},
  css,
  cva: createRecipeFn({ css, conditions, normalize, layers }),
  isValidProperty: (name: string) => known.has(name) || name.startsWith('--') || /&|@/.test(name),
} as unknown as SystemContext
