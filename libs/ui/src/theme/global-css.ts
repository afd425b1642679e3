import { defineGlobalStyles } from '@chakra-ui/react/styled-system'

// Missing in the types of CSS properties.
const smooth = { WebkitFontSmoothing: 'antialiased' }

/** Global styles: background, text, the focus ring and reduced motion. */
export const globalCss = defineGlobalStyles({
  html: {
    colorScheme: 'light',
    '--art-dim': '1',
    textSizeAdjust: '100%',
    // The sticky header, and room for the label above a field.
    scrollPaddingTop: '112px',
    background: 'bg',
  },
  'html[data-theme=dark]': { colorScheme: 'dark', '--art-dim': '.86' },
  body: {
    margin: '0',
    background: 'bg',
    color: 'ink',
    textStyle: 'body',
    ...smooth,
    textRendering: 'optimizeLegibility',
    overflowWrap: 'break-word',
  },
  'b, strong': { fontWeight: 540 },
  p: { textWrap: 'pretty' },
  a: { color: 'inherit', textDecoration: 'none' },
  '::selection': { background: 'accentSoft', color: 'accentSoftInk' },
  ':focus-visible': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
  'main:focus-visible, [tabindex="-1"]:focus-visible': { outline: 'none' },
  // Paper has the page's own content alone, black on white in both themes: its frame would say more than the reader may want to.
  'header:not(main *), footer:not(main *), nav, a[href="#main"], main button, [data-messages], [data-screen]':
    {
      '@media print': { display: 'none !important' },
    },
  'html, body, main, main *': {
    '@media print': {
      background: 'none !important',
      boxShadow: 'none !important',
      color: '#1d1a17 !important',
      minHeight: '0 !important',
    },
  },
  '*, *::before, *::after': {
    _motionReduce: {
      animationDuration: '.01ms !important',
      animationIterationCount: '1 !important',
      // Not a short duration: inherited colours would still change one level of the tree per frame.
      transition: 'none !important',
      scrollBehavior: 'auto !important',
    },
  },
})
