import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@shop/router'

/** A link within text: its underline darkens on hover. */
export const TextLink = chakra(Link, {
  base: {
    textDecoration: 'underline',
    textDecorationColor: 'lineStrong',
    textDecorationThickness: '1px',
    textUnderlineOffset: '.28em',
    transition: 'text-decoration-color {durations.quick}',
    borderRadius: 'control',
    '&:hover': { textDecorationColor: 'currentColor' },
  },
  variants: {
    /** Underlined on hover only, for lists of links. */
    plain: { true: { textDecorationColor: 'transparent' } },
    /** A block with a target of 44 px. */
    block: { true: { display: 'inline-flex', alignItems: 'center', minHeight: '44px' } },
  },
})
