import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig, type SystemContext } from '@chakra-ui/react/styled-system'
import { serializeStyles } from '@emotion/serialize'
import { colors, shadows } from './colors'
import { globalCss } from './global-css'
import { animationStyles, keyframes, layerStyles, textStyles } from './styles'
import { tokens } from './tokens'

const theme = defineConfig({
  cssVarsPrefix: 'am',
  preflight: true,
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

const made = createSystem(defaultBaseConfig, theme)

/** Works out each recipe once. Chakra itself does so anew whenever an element is drawn. */
function once<Recipe extends object, Prepared>(
  prepare: (recipe: Recipe) => Prepared,
): (recipe: Recipe) => Prepared {
  const prepared = new WeakMap<Recipe, Prepared>()
  return (recipe) => {
    const known = prepared.get(recipe) ?? prepare(recipe)
    prepared.set(recipe, known)
    return known
  }
}

/** Keeps what a word, or what is written out as one, comes to; when there are too many it begins anew. */
function byWord<Known>(find: (word: string) => Known, most = 1000): (word: string) => Known {
  const known = new Map<string, Known>()
  return (word) => {
    const found = known.get(word) ?? find(word)
    if (known.size >= most) known.clear()
    known.set(word, found)
    return found
  }
}

const stylesOf = once((recipe: object) =>
  byWord((own) => serializeStyles([made.css(recipe, ...(JSON.parse(own) as object[]))])),
)

/**
 * The styles of an element: what its recipe comes to, and its own. Known by the recipe's answer itself and the few own ones
 * written out, and handed on as Emotion's serialized styles: it would otherwise write and name them anew for each element.
 */
const css = ((recipe: object, ...own: object[]) =>
  stylesOf(recipe)(JSON.stringify(own))) as SystemContext['css']

/** A recipe that knows its own answers by what is chosen of its variants, mostly nothing. */
const cva = once((config: Parameters<typeof made.cva>[0] & object) => {
  const recipe = made.cva(config)
  const answer = byWord((chosen) => recipe(JSON.parse(chosen) as Parameters<typeof recipe>[0]))
  return Object.assign((chosen: object = {}) => answer(JSON.stringify(chosen)), recipe)
}) as SystemContext['cva']

/** The house style as Chakra reads it: base conditions and utilities, our tokens, none of Chakra's own. */
export const system: SystemContext = {
  ...made,
  css,
  isValidProperty: byWord(made.isValidProperty),
  cva,
  sva: once(made.sva) as SystemContext['sva'],
}
