import type { SystemContext } from '@chakra-ui/react/styled-system'
import { serializeStyles } from '@emotion/serialize'
import { createCss, type Styles } from './css'
import globalStyles from './global-styles.json'
import leftOut from './left-out.json'
import { createRecipes, type Chosen } from './recipe'
import type { ThemeTable } from './theme-table'
import json from './theme-table.json'

const table: ThemeTable = json
// The bundler puts the value in place.
declare const process: { env: { NODE_ENV?: string } }
// Whoever uses what the table lacks is told so while they build it.
const refused = new Set<string>(process.env.NODE_ENV === 'production' ? [] : leftOut)

/** Computes once per object. Chakra resolves a recipe again for every element that it renders. */
function memoizeByObject<Recipe extends object, Result>(
  compute: (recipe: Recipe) => Result,
): (recipe: Recipe) => Result {
  const results = new WeakMap<Recipe, Result>()
  return (recipe) => {
    const result = results.get(recipe) ?? compute(recipe)
    results.set(recipe, result)
    return result
  }
}

/** Caches results by text, up to `max` of them; a full cache is emptied. */
function memoizeByText<Result>(compute: (text: string) => Result, max = 1000): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const result = results.get(text) ?? compute(text)
    if (results.size >= max) results.clear()
    results.set(text, result)
    return result
  }
}

const cssOf = createCss(table, refused)
const recipeOf = createRecipes(cssOf)

const stylesOf = memoizeByObject((recipe: object) =>
  memoizeByText((own) => serializeStyles([cssOf(recipe as Styles, ...(JSON.parse(own) as Styles[]))])),
)

/**
 * The styles of an element, cached by the resolved recipe and the JSON of its style props. They are returned serialised,
 * since Emotion would otherwise serialise and hash them again for each element.
 */
const css = (recipe: object, ...own: object[]) => stylesOf(recipe)(JSON.stringify(own))

/** A recipe that caches its styles by the chosen variants. */
const cva = memoizeByObject((config: Parameters<typeof recipeOf>[0] & object) => {
  const recipe = recipeOf(config)
  const answer = memoizeByText((chosen) => recipe(JSON.parse(chosen) as Chosen))
  return Object.assign((chosen: object = {}) => answer(JSON.stringify(chosen)), recipe)
})

const names = new Set(['css', ...table.names])
const cssProperty = new RegExp(table.cssProperties)
// As Chakra: properties, variables, and selectors or at-rules.
const isCssProperty = (name: string) => cssProperty.test(name) || /^--|[&@]/.test(name)
const isValidProperty = memoizeByText((name) => names.has(name) || refused.has(name) || isCssProperty(name))

// A drawn page has its global styles; one that is not gets them from `parts.ts`.
const isServer = typeof document === 'undefined'

/** The theme as Chakra's factory of elements uses it. What Chakra offers besides is left out: nothing here calls it. */
export const system = {
  $$chakra: true,
  _config: { disableLayers: !isServer },
  layers: { atRule: isServer ? globalStyles.layers : '' },
  _global: isServer ? globalStyles.styles : {},
  css,
  cva,
  isValidProperty,
} as unknown as SystemContext
