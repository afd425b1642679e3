import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system'
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

/**
 * The theme as Chakra understands it: its base conditions and utilities, with our tokens only. It takes a slow phone a tenth of a second to
 * create, so that no page does: pages read `theme-table.json`, which is made of it.
 */
export const chakraTheme = createSystem(defaultBaseConfig, theme)

/** The styles of every page. The first of the theme's own is Chakra's reset, which is off. */
export const globalStyles: object[] = [
  chakraTheme.layers.wrap('reset', reset),
  ...chakraTheme._global.slice(1),
]
