import { chakra } from '@shop/ui'

/** A quiet action at the foot of the sidebar. */
export const QuietButton = chakra(
  'button',
  {
    base: {
      minHeight: '44px',
      textStyle: 'small',
      color: 'muted',
      cursor: 'pointer',
      textDecoration: 'underline',
      textDecorationColor: 'lineStrong',
      textUnderlineOffset: '.28em',
      '&:hover': { color: 'ink' },
      '@media (min-width: 900px) and (pointer: fine)': { minHeight: '32px' },
    },
  },
  { defaultProps: { type: 'button' } },
)
