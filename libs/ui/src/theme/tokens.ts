import { defineTokens } from '@chakra-ui/react/styled-system'
import { fallbackFamilies } from '../font-face'

const steps = {
  0: '0',
  0.5: '.125rem',
  1: '.25rem',
  1.5: '.375rem',
  2: '.5rem',
  2.5: '.625rem',
  3: '.75rem',
  3.5: '.875rem',
  4: '1rem',
  5: '1.25rem',
  6: '1.5rem',
  7: '1.75rem',
  8: '2rem',
  9: '2.25rem',
  10: '2.5rem',
  12: '3rem',
  14: '3.5rem',
  16: '4rem',
  20: '5rem',
  24: '6rem',
}

const values = <T extends Record<string, string>>(record: T) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, { value }]))

/** Tokens that are the same in light and dark mode. */
export const tokens = defineTokens({
  fonts: {
    serif: { value: `"Petrona Variable",${fallbackFamilies.serif}` },
    sans: { value: `"Hanken Grotesk Variable",${fallbackFamilies.sans}` },
  },
  spacing: values({
    ...steps,
    gutter: 'clamp(1rem, .2rem + 3.4vw, 3.5rem)',
    section: 'clamp(4rem, 2.6rem + 6vw, 8rem)',
  }),
  sizes: values({
    ...steps,
    full: '100%',
    min: 'min-content',
    max: 'max-content',
    fit: 'fit-content',
    page: '1440px',
  }),
  radii: values({ none: '0', control: '2px', image: '2px', panel: '4px', overlay: '6px', full: '9999px' }),
  easings: values({ calm: 'cubic-bezier(.2,.7,.2,1)', exit: 'cubic-bezier(.4,0,1,1)' }),
  durations: values({ instant: '90ms', quick: '180ms', calm: '320ms', image: '900ms' }),
  zIndex: { header: { value: 20 }, toast: { value: 60 }, skip: { value: 70 }, overlay: { value: 80 } },
})
