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

/** Content with a sticky summary beside it; on a phone the summary follows it. */
export function TwoColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <Columns>
      <Box minWidth="0">{children}</Box>
      <Box position={{ lg: 'sticky' }} top={{ lg: '1.5rem' }} display="grid" gap="1.25rem">
        {aside}
      </Box>
    </Columns>
  )
}
