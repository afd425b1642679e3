import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@shop/router'

/** A link within text: underlined in a quiet line that darkens under the pointer. */
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
    /** For lists of links and rows: no line until the pointer comes. */
    plain: { true: { textDecorationColor: 'transparent' } },
    /** A line of its own, so the target may reach 44 px. */
    block: { true: { display: 'inline-flex', alignItems: 'center', minHeight: '44px' } },
  },
})
