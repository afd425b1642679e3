import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

const Root = chakra('a', {
  base: {
    position: 'fixed',
    top: '.5rem',
    insetInlineStart: '.5rem',
    zIndex: 'skip',
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    paddingInline: '1.1rem',
    borderRadius: 'control',
    background: 'raised',
    color: 'ink',
    boxShadow: '2',
    textStyle: 'control',
    '&:not(:focus-visible)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
  },
})

/** The skip link: first in the tab order, to the element with this id. */
export function SkipLink({
  to = 'main',
  children = 'Skip to content',
}: {
  to?: string
  children?: ReactNode
}) {
  return <Root href={`#${to}`}>{children}</Root>
}
