import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig, type SystemContext } from '@chakra-ui/react/styled-system'
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
function once<Recipe extends object, Prepared>(prepare: (recipe: Recipe) => Prepared): (recipe: Recipe) => Prepared {
  const prepared = new WeakMap<Recipe, Prepared>()
  return (recipe) => {
    const known = prepared.get(recipe) ?? prepare(recipe)
    prepared.set(recipe, known)
    return known
  }
}

const isEmpty = (styles: unknown) => typeof styles === 'object' && styles !== null && Object.keys(styles).length === 0
const ofRecipe = once((styles: object) => made.css(styles))

/** What a recipe alone comes to is known by the recipe's answer itself; Chakra would write all of it out to look it up. */
const css: SystemContext['css'] = (...styles) => {
  const [recipe, ...own] = styles
  return typeof recipe === 'object' && own.every(isEmpty) ? ofRecipe(recipe) : made.css(...styles)
}

/** The house style as Chakra reads it: base conditions and utilities, our tokens, none of Chakra's own. */
export const system: SystemContext = { ...made, css, cva: once(made.cva) as SystemContext['cva'], sva: once(made.sva) as SystemContext['sva'] }
