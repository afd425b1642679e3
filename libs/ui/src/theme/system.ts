import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system'
import { colors, shadows } from './colors'
import { globalCss } from './global-css'
import { animationStyles, keyframes, layerStyles, textStyles } from './styles'
import { tokens } from './tokens'

const config = defineConfig({
  preflight: true,
  // Where layers move, as Emotion's styles do on hydration, Chromium loads all web fonts anew, and late ones change the text.
  disableLayers: true,
  cssVarsPrefix: 'am',
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

/** Chakra's base conditions, utilities and reset with the tokens and styles of the shop. */
export const system = createSystem(defaultBaseConfig, config)
