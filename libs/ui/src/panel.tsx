import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { useDensity } from './density'
import { Heading } from './heading'

const Root = chakra('section', {
  base: { borderRadius: 'panel', border: '1px solid {colors.line}', minWidth: '0' },
  variants: {
    density: {
      shop: { display: 'grid', gap: '1rem', padding: 'clamp(1.25rem, 2.4vw, 2.25rem)' },
      desk: { background: 'surface' },
    },
  },
})

export interface PanelProps extends Omit<HTMLChakraProps<'section'>, 'title'> {
  title?: ReactNode
  /** At the right of the title. */
  actions?: ReactNode
  /** Back office only: no padding, for tables that reach the edges. */
  flush?: boolean
}

/** A box with a border; in the back office it has a header line. */
export function Panel({ title, actions, flush, children, ...rest }: PanelProps) {
  const density = useDensity()
  const desk = density === 'desk'
  return (
    <Root density={density} {...rest}>
      {title !== undefined && (
        <chakra.div
          display="flex"
          justifyContent="space-between"
          alignItems="center"
          gap="1rem"
          {...(desk && { padding: '.9rem 1.25rem', borderBottom: '1px solid {colors.line}' })}
        >
          <Heading level={2} look="h3">
            {title}
          </Heading>
          {actions}
        </chakra.div>
      )}
      {desk && !flush ? <chakra.div padding="1.25rem">{children}</chakra.div> : children}
    </Root>
  )
}
