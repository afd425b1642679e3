import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig, type SystemContext } from '@chakra-ui/react/styled-system'
import { colors, shadows } from '../theme/colors'
import { globalCss } from '../theme/global-css'
import { breakpoints, prefix } from '../theme/scale'
import { animationStyles, keyframes, layerStyles, textStyles } from '../theme/styles'
import { tokens } from '../theme/tokens'

const theme = defineConfig({
  cssVarsPrefix: prefix,
  preflight: true,
  globalCss,
  conditions: {
    light: ':root &, [data-theme=light] &',
    dark: '[data-theme=dark] &',
  },
  theme: {
    breakpoints,
    tokens,
    semanticTokens: { colors, shadows },
    textStyles,
    layerStyles,
    animationStyles,
    keyframes,
  },
})

/** The theme as Chakra makes it: its base conditions and utilities, with our tokens only. */
export const fullSystem = (): SystemContext => createSystem(defaultBaseConfig, theme)
