import { defineRecipe } from '@chakra-ui/react/styled-system'

/** A dot and a text, so that colour is never the only cue. */
export const badgeRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '.4rem',
    width: 'fit-content',
    justifySelf: 'start',
    padding: '.22rem .6rem',
    borderRadius: 'control',
    textStyle: 'micro',
    fontWeight: 520,
    lineHeight: 1.3,
    whiteSpace: 'nowrap',
    _before: {
      content: '""',
      width: '6px',
      height: '6px',
      borderRadius: 'full',
      background: 'currentColor',
      flex: 'none',
    },
    _highContrast: { border: '1px solid' },
  },
  variants: {
    status: {
      positive: { background: 'positiveSoft', color: 'positive' },
      warning: { background: 'warningSoft', color: 'warning' },
      danger: { background: 'dangerSoft', color: 'danger' },
      info: { background: 'infoSoft', color: 'info' },
      neutral: { background: 'neutralSoft', color: 'inkSoft' },
      outline: { boxShadow: 'inset 0 0 0 1px {colors.lineStrong}', color: 'inkSoft' },
    },
    plain: { true: { _before: { display: 'none' } } },
    density: { shop: {}, desk: { minWidth: '44px' } },
  },
  defaultVariants: { status: 'neutral', density: 'shop' },
})
