import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

/** A panel of Stats, separated by lines of 1 px. */
export const StatGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
    gap: '1px',
    border: '1px solid {colors.line}',
    borderRadius: 'overlay',
    background: 'surface',
    overflow: 'hidden',
  },
})

export interface StatProps {
  label: ReactNode
  value: ReactNode
  /** A small line below the figure. */
  note?: ReactNode
  badge?: ReactNode
}

/** A figure with its label. */
export function Stat({ label, value, note, badge }: StatProps) {
  return (
    <chakra.div
      display="grid"
      alignContent="space-between"
      gap=".35rem"
      minHeight={{ base: '120px', md: '132px' }}
      padding={{ base: '.9rem 1rem', md: '1.15rem 1.35rem 1.25rem' }}
      background="surface"
      boxShadow="0 0 0 1px {colors.line}"
    >
      <chakra.div
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        alignItems="center"
        gap=".25rem"
        minHeight="26px"
        color="inkSoft"
      >
        {label}
        {badge}
      </chakra.div>
      <chakra.div textStyle="stat">{value}</chakra.div>
      <chakra.div textStyle="micro" color="muted" minHeight="1.45em">
        {note}
      </chakra.div>
    </chakra.div>
  )
}
