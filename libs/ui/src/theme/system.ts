import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system'
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

/** The house style as Chakra reads it: base conditions and utilities, our tokens, none of Chakra's own. */
export const system = createSystem(defaultBaseConfig, theme)
