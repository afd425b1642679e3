import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { chakra } from '@chakra-ui/react/styled-system'

const Root = chakra('span', {
  base: {
    fontFamily: 'serif',
    fontWeight: 400,
    lineHeight: 1,
    letterSpacing: '-.01em',
    whiteSpace: 'nowrap',
  },
  variants: {
    size: {
      s: { fontSize: '1.3125rem' },
      m: { fontSize: { base: '1.375rem', lg: '1.625rem' } },
      l: { fontSize: '2rem' },
    },
  },
  defaultVariants: { size: 'm' },
})

/** The shop's name with a brass ampersand. */
export function Wordmark(props: HTMLChakraProps<'span'> & { size?: 's' | 'm' | 'l' }) {
  return (
    <Root {...props}>
      Aurelle{' '}
      <chakra.span color="brass" paddingInline=".08em">
        &amp;
      </chakra.span>{' '}
      Moss
    </Root>
  )
}
