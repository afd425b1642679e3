import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig, type SystemContext } from '@chakra-ui/react/styled-system'
import { serializeStyles, type CSSInterpolation } from '@emotion/serialize'
import { colors, shadows } from '../theme/colors'
import { globalCss } from '../theme/global-css'
import { animationStyles, keyframes, layerStyles, textStyles } from '../theme/styles'
import { tokens } from '../theme/tokens'
import { reset } from './reset'

const theme = defineConfig({
  cssVarsPrefix: 'am',
  preflight: false,
  globalCss,
  conditions: {
    light: ':root &, [data-theme=light] &',
    dark: '[data-theme=dark] &',
  },
  theme: {
    breakpoints: { sm: '360px', md: '560px', lg: '900px', xl: '1100px' },
    tokens,
    semanticTokens: { colors, shadows },
    textStyles,
    layerStyles,
    animationStyles,
    keyframes,
  },
})

const baseSystem = createSystem(defaultBaseConfig, theme)

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

// The first is Chakra's own reset, which is off.
const globalStyles = [baseSystem.layers.wrap('reset', reset), ...baseSystem._global.slice(1)]

/** The theme as a Chakra system: Chakra's base conditions and utilities, with our tokens only. */
export const system: SystemContext = {
  ...baseSystem,
  // Chakra would serialise them anew for every page.
  get _global() {
    return serializedOnce(globalStyles) as unknown as SystemContext['_global']
  },
  css,
  isValidProperty: memoizeByText(baseSystem.isValidProperty),
  cva,
  sva: memoizeByObject(baseSystem.sva) as SystemContext['sva'],
}
