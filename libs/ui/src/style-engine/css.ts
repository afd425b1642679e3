import { sortAtRules } from './at-rules'
import type { Css, NamedValues, ThemeTable } from './theme-table'
import { isNegative, tokenValue, variableOf } from './token-value'

type Value = string | number | boolean | null | undefined
/** Styles as components write them: CSS properties and style props, nested by selector, condition or breakpoint. */
export type Styles = { readonly [name: string]: Value | Styles }

const isStyles = (value: unknown): value is Styles => typeof value === 'object' && value !== null

const isSelector = (name: string) => /^@|&|&$/.test(name) || name.startsWith('_')

/** Copies styles into others; those that come later win. */
function merge(target: Record<string, unknown>, source: Styles | Css): void {
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue
    const before = target[name]
    if (!isStyles(value)) target[name] = value
    else if (isStyles(before)) merge(before as Record<string, unknown>, value)
    else merge((target[name] = {}), value)
  }
}

/** All styles as one; later ones win. */
export function merged(...all: (Styles | undefined)[]): Styles {
  const result = {}
  for (const styles of all) if (styles) merge(result, styles)
  return result
}

const withVariables = (value: string) =>
  value.includes('{') ? value.replace(/\{([^{}]*)\}/g, (_, token: string) => variableOf(token)) : value

const lineClamp = (lines: Value): Css =>
  lines === 'none'
    ? { WebkitLineClamp: 'unset' }
    : {
        overflow: 'hidden',
        display: '-webkit-box',
        WebkitLineClamp: lines as number,
        WebkitBoxOrient: 'vertical',
        textWrap: 'wrap',
      }

/** What a name stands for among the values of a property. */
function namedValue(category: NamedValues | undefined, name: string): string | undefined {
  const token = category?.scale === 'spacing' && isNegative(name) ? name.slice(1) : name
  return category?.tokens.includes(token) ? tokenValue(category.scale, name) : category?.values[name]
}

/**
 * Turns styles into CSS by the table of the theme.
 * @param refused names of props and conditions that the table leaves out
 * @returns `css(...styles)`: the CSS of all of them, where later ones win
 */
export function createCss(
  table: ThemeTable,
  refused: ReadonlySet<string> = new Set(),
): (...styles: (Styles | undefined)[]) => Css {
  const transform = (name: string, given: Value): Css | undefined => {
    const value = typeof given === 'string' ? withVariables(given) : given
    const composition = table.compositions[name]
    if (composition) return composition[String(value)]
    const named = namedValue(table.categories[table.properties[name] ?? ''], String(value)) ?? value
    if (name === 'lineClamp') return lineClamp(value)
    return { [name]: named as string }
  }
  const rank = (name: string) => (name in table.conditions || isSelector(name) ? 1 : 0)

  const add = (result: Record<string, unknown>, path: readonly string[], given: Value): void => {
    const [name = '', ...selectors] = path.filter((part) => part !== 'base').sort((a, b) => rank(a) - rank(b))
    const isImportant = typeof given === 'string' && /!important/i.test(given)
    for (const part of path)
      if (refused.has(part))
        throw new Error(`"${part}" is not among the styles of libs/ui: see theme-table.ts`)
    const value = isImportant ? given.replace(/\s*!important/i, '').trim() : given
    let place = result
    for (const selector of selectors.flatMap((part) => table.conditions[part] ?? part))
      place = (place[selector] ??= {}) as Record<string, unknown>
    const css = transform(name, value) ?? {}
    merge(place, isImportant ? important(css) : css)
  }
  const walk = (result: Record<string, unknown>, styles: Styles, path: readonly string[]): void => {
    for (const [name, value] of Object.entries(styles)) {
      if (value === null || value === undefined) continue
      if (isStyles(value)) walk(result, value, [...path, name])
      else add(result, [...path, name], value)
    }
  }
  return (...all) => {
    const result = {}
    walk(result, merged(...all), [])
    return sortAtRules(result)
  }
}

function important(css: Css): Css {
  return Object.fromEntries(
    Object.entries(css).map(([name, value]) => [
      name,
      typeof value === 'string' ? `${value} !important` : isStyles(value) ? important(value) : value,
    ]),
  )
}
