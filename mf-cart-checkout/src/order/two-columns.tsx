import { Box, chakra } from '@shop/ui'
import type { ReactNode } from 'react'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px', xl: 'minmax(0, 1fr) 400px' },
    gap: 'clamp(2rem, 5vw, 5.5rem)',
    alignItems: 'start',
  },
})

interface TwoColumnsProps {
  children: ReactNode
  aside: ReactNode
  /** The summary folds up on a phone, where it stands first: in the document too, so that it is read in that order. */
  folds?: boolean
}

/** Content with a sticky summary beside it; on a phone the summary follows it, or stands above it when it folds. */
export function TwoColumns({ children, aside, folds = false }: TwoColumnsProps) {
  const content = (
    <Box minWidth="0" {...(folds && { gridColumn: { lg: '1' }, gridRow: { lg: '1' } })}>
      {children}
    </Box>
  )
  return (
    <Columns>
      {!folds && content}
      <Box
        position={{ lg: 'sticky' }}
        top={{ lg: '6rem' }}
        display="grid"
        gap="1.25rem"
        minWidth="0"
        {...(folds && { gridColumn: { lg: '2' }, gridRow: { lg: '1' } })}
      >
        {aside}
      </Box>
      {folds && content}
    </Columns>
  )
}
