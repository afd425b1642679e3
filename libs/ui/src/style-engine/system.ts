import { serializeStyles, type CSSInterpolation } from '@emotion/serialize'
import type { SystemContext } from '@chakra-ui/react/styled-system'
import { browserSystem } from './browser-system'
import { fullSystem } from './full-system'

/** Servers draw with all of Chakra; the styles of their pages have what a browser's system leaves out. */
const baseSystem = typeof document === 'undefined' ? fullSystem() : browserSystem

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

const stylesOf = memoizeByObject((recipe: object) =>
  memoizeByText((own) => serializeStyles([baseSystem.css(recipe, ...(JSON.parse(own) as object[]))])),
)

/**
 * The styles of an element, cached by the resolved recipe and the JSON of its style props. They are returned serialised,
 * since Emotion would otherwise serialise and hash them again for each element.
 */
const css = ((recipe: object, ...own: object[]) =>
  stylesOf(recipe)(JSON.stringify(own))) as SystemContext['css']

/** A recipe that caches its styles by the chosen variants. */
const cva = memoizeByObject((config: Parameters<typeof baseSystem.cva>[0] & object) => {
  const recipe = baseSystem.cva(config)
  const answer = memoizeByText((chosen) => recipe(JSON.parse(chosen) as Parameters<typeof recipe>[0]))
  return Object.assign((chosen: object = {}) => answer(JSON.stringify(chosen)), recipe)
}) as SystemContext['cva']

const serializedOnce = memoizeByObject((styles: object) => serializeStyles([styles as CSSInterpolation]))

/** The theme as a Chakra system. */
export const system: SystemContext = {
  ...baseSystem,
  // Chakra would serialise them anew for every page.
  get _global() {
    return serializedOnce(baseSystem._global) as unknown as SystemContext['_global']
  },
  css,
  isValidProperty: memoizeByText(baseSystem.isValidProperty),
  cva,
}
