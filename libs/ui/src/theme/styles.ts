import {
  defineAnimationStyles,
  defineKeyframes,
  defineLayerStyles,
  defineTextStyles,
} from '@chakra-ui/react/styled-system'

const serif = { fontFamily: 'serif', fontFeatureSettings: '"tnum" 1, "lnum" 1', textWrap: 'balance' } as const
const sans = { fontFamily: 'sans', fontWeight: 420 } as const

/** Headings in Petrona, everything else in Hanken Grotesk; serif figures from 1.3rem up only, tabular and lining. */
export const textStyles = defineTextStyles({
  display: {
    value: {
      ...serif,
      fontSize: 'clamp(2.625rem, 1.55rem + 4.6vw, 5.25rem)',
      lineHeight: 0.99,
      fontWeight: 330,
      letterSpacing: '-.024em',
    },
  },
  h1: {
    value: {
      ...serif,
      fontSize: 'clamp(2rem, 1.6rem + 1.75vw, 3.125rem)',
      lineHeight: 1.12,
      fontWeight: 360,
      letterSpacing: '-.012em',
    },
  },
  h2: {
    value: {
      ...serif,
      fontSize: 'clamp(1.5rem, 1.32rem + .8vw, 2rem)',
      lineHeight: 1.12,
      fontWeight: 360,
      letterSpacing: '-.012em',
    },
  },
  h3: {
    value: {
      ...serif,
      fontSize: 'clamp(1.1875rem, 1.14rem + .2vw, 1.3125rem)',
      lineHeight: 1.25,
      fontWeight: 400,
      letterSpacing: '-.004em',
    },
  },
  statement: {
    value: {
      ...serif,
      fontSize: 'clamp(1.4rem, 1.1rem + 1.3vw, 2.125rem)',
      lineHeight: 1.32,
      fontWeight: 360,
      letterSpacing: '-.008em',
    },
  },
  figure: {
    value: { ...serif, fontSize: 'clamp(1.5rem, 1.3rem + .8vw, 1.9rem)', lineHeight: 1.15, fontWeight: 400 },
  },
  stat: {
    value: {
      ...serif,
      fontSize: { base: '1.75rem', md: '2.125rem' },
      lineHeight: 1,
      fontWeight: 380,
      letterSpacing: '-.015em',
    },
  },
  lead: { value: { ...sans, fontSize: 'clamp(1.0625rem, 1.02rem + .2vw, 1.1875rem)', lineHeight: 1.6 } },
  body: { value: { ...sans, fontSize: '1rem', lineHeight: 1.6 } },
  control: {
    value: { ...sans, fontSize: '.9375rem', lineHeight: 1.2, fontWeight: 520, letterSpacing: '.005em' },
  },
  small: { value: { ...sans, fontSize: '.875rem', lineHeight: 1.5 } },
  micro: { value: { ...sans, fontSize: '.8125rem', lineHeight: 1.45 } },
  // In codes and hashes a ligature hides letters.
  deskBody: {
    value: { ...sans, fontSize: '.875rem', lineHeight: 1.45, fontVariantLigatures: 'no-common-ligatures' },
  },
  deskH1: {
    value: { ...serif, fontSize: '1.75rem', lineHeight: 1.12, fontWeight: 360, letterSpacing: '-.012em' },
  },
  deskH2: { value: { ...sans, fontSize: '.9375rem', lineHeight: 1.4, fontWeight: 540 } },
})

/** Recurring backgrounds and borders: a rule above, a panel, a selected card, the well behind a picture. */
export const layerStyles = defineLayerStyles({
  rule: { value: { borderTop: '1px solid {colors.line}' } },
  panel: { value: { background: 'surface', border: '1px solid {colors.line}', borderRadius: 'panel' } },
  selected: {
    value: { background: 'accentSoft', borderColor: 'accent', boxShadow: 'inset 0 0 0 1px {colors.accent}' },
  },
  well: { value: { background: 'sunken', borderRadius: 'image', overflow: 'hidden', position: 'relative' } },
})

/** Keyframes used by the animation styles below and by the recipes. */
export const keyframes = defineKeyframes({
  rise: { from: { opacity: 0, transform: 'translateY(8px)' } },
  fade: { from: { opacity: 0 } },
  leave: { to: { visibility: 'hidden' } },
  spin: { to: { transform: 'rotate(1turn)' } },
  shimmer: { to: { transform: 'translateX(100%)' } },
  progress: { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(.92)' } },
})

/** The entrance of a toast. */
export const animationStyles = defineAnimationStyles({
  rise: { value: { animation: 'rise {durations.calm} {easings.calm} both' } },
})
