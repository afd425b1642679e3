import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode, Ref } from 'react'
import { useDensity } from './density'
import { Heading } from './heading'

export interface PageHeaderProps {
  title: ReactNode
  /** On the title's own baseline: a count, the steps, an action. */
  aside?: ReactNode
  /** A line under the title. */
  text?: ReactNode
  /** Ref of the h1, to focus it. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** The page's h1 with optional content next to it. */
export function PageHeader({ title, aside, text, headingRef }: PageHeaderProps) {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="baseline"
      justifyContent="space-between"
      gap="1rem 2rem"
      marginBottom={useDensity() === 'desk' ? '1.5rem' : 'clamp(1.75rem, 3vw, 3rem)'}
    >
      <chakra.div display="grid" gap=".35rem" minWidth="0">
        <Heading level={1} {...(headingRef && { ref: headingRef, tabIndex: -1 })}>
          {title}
        </Heading>
        {text && <chakra.p color="muted">{text}</chakra.p>}
      </chakra.div>
      {/* At the end of the line, below the title too; wide enough for a count that loads later, so that nothing shifts. */}
      {aside && (
        <chakra.div color="muted" minWidth="8rem" marginInlineStart="auto" textAlign="end">
          {aside}
        </chakra.div>
      )}
    </chakra.div>
  )
}
