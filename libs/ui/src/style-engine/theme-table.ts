import { serializeStyles, type CSSInterpolation } from '@emotion/serialize'
import { allCssProperties, isCssProperty } from '@pandacss/is-valid-prop'
import type { chakraTheme, globalStyles } from './chakra-theme'
import { namesPattern } from './names-pattern'
import { isNegative, tokenValue } from './token-value'

/** A value of CSS or an object of them, as Emotion takes it. */
export type Css = { [name: string]: string | number | Css }

/** Values that have names: tokens of a scale, whose value follows from the name, and others. */
export interface NamedValues {
  /** The kind of tokens: "colors". */
  scale: string
  tokens: string[]
  values: Record<string, string>
}

/** All of the theme that pages need to style an element. */
export interface ThemeTable {
  /** The source of a pattern of the names of CSS properties. */
  cssProperties: string
  /** Style props that are no CSS properties. */
  names: string[]
  /** Named values, by category. */
  categories: Record<string, NamedValues>
  /** The category of a CSS property's values. */
  properties: Record<string, string>
  /** Props that stand for several properties, by their values. */
  compositions: Record<string, Record<string, Css>>
  /** Selectors and media queries by name. */
  conditions: Record<string, string | string[]>
  /** Values of the variables that are the same in both themes. */
  steps: Record<string, string>
}

/** What every page has in its head: the order of the cascade layers, and the styles of all pages as Emotion takes them. */
interface GlobalStyles {
  layers: string
  styles: { name: string; styles: string }
}

/** What is made of a theme. */
interface MadeOfTheme {
  table: ThemeTable
  global: GlobalStyles
  /** Props and conditions of Chakra's that are left out of the table, since nothing here uses them. */
  left: string[]
}

/** What pages may use of Chakra's conditions, besides breakpoints. */
const conditionNames = [
  '_hover',
  '_focusVisible',
  '_disabled',
  '_before',
  '_after',
  '_notLast',
  '_motionReduce',
  '_highContrast',
  '_starting',
  '_dark',
  '_light',
]

/** What pages may use of Chakra's utilities that do more than to name a token. */
const compositionNames = ['textStyle', 'layerStyle', 'animationStyle', 'srOnly']

/** Properties that no browser knows, or only under a prefix; nothing here uses them. */
const unsupported =
  /^(Webkit(?!(TextFillColor|LineClamp|BoxOrient)$)|box(Align|Direction|Flex|Lines|Ordinal|Orient|Pack)|maskBorder|scrollSnap(Coordinate|Destination|Points|Type[XY])|(alignTracks|caret|fontSmooth|fontSynthesisPosition|glyphOrientationVertical|hangingPunctuation|imageResolution|imeMode|initialLetterAlign|justifyTracks|lineHeightStep|masonryAutoFlow|maxLines|overflowClipBox|rubyMerge|textDecorationSkip)$)/

type Theme = typeof chakraTheme

const byName = (record: Record<string, unknown>) => Object.keys(record).toSorted()

/** What stands for the values of a property; null for one that a token cannot be given to. */
function valuesOf({ tokens }: Theme, values: unknown): Record<string, string> | null {
  if (typeof values === 'string') return tokens.getCategoryValues(values) as Record<string, string> | null
  if (typeof values === 'function')
    return (values as (of: Theme['tokens']['getCategoryValues']) => Record<string, string>)(
      tokens.getCategoryValues,
    )
  if (Array.isArray(values)) return Object.fromEntries(values.map((value: string) => [value, value]))
  return (values ?? null) as Record<string, string> | null
}

/** The values that are texts: the colour of the background around an element is none, and nothing here uses it. */
const textsOf = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** What Chakra makes of a value, without the variable that it sets along with a background: nothing reads it. */
function made({ utility }: Theme, name: string, value: unknown): Css {
  const { '--bg-currentcolor': _, ...css } = utility.transform(name, value) as Css
  return css
}

/** Leaves out of named values what follows from their names. */
function namedValues(values: Record<string, string>): NamedValues {
  const [, scale = ''] =
    /^var\(--am-(colors|radii|shadows|sizes|spacing|durations|easings|fonts|z-index)-/.exec(
      Object.values(values)[0] ?? '',
    ) ?? []
  const follows = ([name, value]: [string, string]) => value === tokenValue(scale, name)
  const entries = Object.entries(values)
  return {
    scale,
    tokens: entries.filter((entry) => follows(entry) && !isNegative(entry[0])).map(([name]) => name),
    values: Object.fromEntries(entries.filter((entry) => !follows(entry))),
  }
}

/** Works out what pages read of a theme. */
export function themeTable(theme: Theme, everyPage: typeof globalStyles): MadeOfTheme {
  const { utility, conditions } = theme
  const known = allCssProperties.filter((name) => name !== '')
  const left = [...utility.shorthands.keys(), ...known.filter((name) => unsupported.test(name))]
  const categories = new Map<string, string>()
  const table: ThemeTable = {
    cssProperties: namesPattern(known.filter((name) => !unsupported.test(name))),
    names: [],
    categories: {},
    properties: {},
    compositions: {},
    conditions: {},
    steps: Object.fromEntries(
      [...(theme.tokens.cssVarMap.get('base') ?? [])]
        .filter(([name]) => scale.test(name))
        .map(([name, value]) => [name, String(value)])
        .toSorted(),
    ) as Record<string, string>,
  }
  for (const name of compositionNames) {
    const configured = theme._config.utilities?.[name]?.values
    const values = isBoolean(configured)
      ? { true: 'true', false: 'false' }
      : (valuesOf(theme, configured) ?? compositionValues(theme, name))
    table.compositions[name] = Object.fromEntries(
      byName(values).map((value) => [value, made(theme, name, parsed(value))]),
    )
  }
  for (const [name, config] of Object.entries(theme._config.utilities ?? {})) {
    if (compositionNames.includes(name) || own.has(name)) continue
    const values = textsOf(valuesOf(theme, config?.values) ?? {})
    const isPlain = [...Object.entries(values), ['any', 'any'] as const].every(
      ([value, css]) => JSON.stringify(made(theme, name, value)) === JSON.stringify({ [name]: css }),
    )
    if (!isPlain) left.push(name)
    else if (Object.keys(values).length > 0) {
      const text = JSON.stringify(values)
      const category = categories.get(text) ?? name
      categories.set(text, category)
      table.categories[category] = namedValues(values)
      table.properties[name] = category
    }
  }
  for (const name of conditions.keys())
    if (!name.startsWith('_') || conditionNames.includes(name))
      table.conditions[name] = conditions.resolve(name) as string | string[]
    else left.push(name)
  const { styles: all } = serializeStyles([everyPage as unknown as CSSInterpolation])
  const { name, styles } = serializeStyles([
    all.replace(declaredStep, '').replace(/--bg-currentcolor:[^;]*;/g, ''),
  ])
  const isRefused = new Set(left)
  const names = [...theme.properties].filter((each) => !isCssProperty(each) && !isRefused.has(each))
  return {
    table: { ...table, names: names.toSorted() },
    global: { layers: theme.layers.atRule, styles: { name, styles } },
    left: left.toSorted(),
  }
}

// Scales are the same in both themes: a rule says the value itself, and no page lists all steps of all scales.
const scale = /^--am-(?:spacing|sizes|radii|easings|durations|z-index|breakpoints)-/
const declaredStep = /--am-(?:spacing|sizes|radii|easings|durations|z-index|breakpoints)-[^:;]+:[^;]*;/g

/** Utilities whose values `css.ts` works out. */
const own = new Set(['transition', 'lineClamp', 'colorPalette'])

/** A utility that is on or off says so in place of its values. */
const isBoolean = (values: unknown) =>
  typeof values === 'object' && values !== null && 'type' in values && values.type === 'boolean'

const parsed = (value: string) => (value === 'true' ? true : value === 'false' ? false : value)

/** Names of the values that the theme itself adds. */
function compositionValues({ query }: Theme, name: string): Record<string, string> {
  const lists: Record<string, { list: () => string[] } | undefined> = {
    textStyle: query.textStyles,
    layerStyle: query.layerStyles,
    animationStyle: query.animationStyles,
  }
  return Object.fromEntries((lists[name]?.list() ?? []).map((value) => [value, value]))
}
