import { chakra, Heading } from '@shop/ui'
import type { ReactNode } from 'react'

const Section = chakra('section', {
  base: {
    display: 'grid',
    gap: '.75rem',
    alignContent: 'start',
    minWidth: '0',
    '& + &': { borderTop: '1px solid {colors.line}', paddingTop: '1.25rem', marginTop: '1.25rem' },
  },
})

/** A part of an order's details with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section>
      <Heading level={3} look="h3">
        {title}
      </Heading>
      {children}
    </Section>
  )
}

/** Two things side by side, one above the other where there is no room. */
export const Pair = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10rem), 1fr))',
    gap: '1rem',
    alignItems: 'start',
  },
})

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '1rem',
    '& > dt': { color: 'muted' },
    '& > dd': { textAlign: 'end', overflowWrap: 'anywhere' },
    '&[data-strong] > *': { color: 'ink', fontWeight: 540 },
  },
})

/** A list of Facts. */
export const Facts = chakra('dl', { base: { display: 'grid', gap: '.35rem' } })

/** A name and its value at the end of the line. */
export function Fact({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <Row data-strong={strong || undefined}>
      <dt>{name}</dt>
      <chakra.dd fontVariantNumeric="tabular-nums">{children}</chakra.dd>
    </Row>
  )
}
