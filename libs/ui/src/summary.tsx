import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Heading } from './heading'

const Root = chakra('section', {
  base: {
    display: 'grid',
    gap: '1.25rem',
    minWidth: '0',
    padding: 'clamp(1.25rem, 2.4vw, 2.25rem)',
    borderRadius: 'panel',
    background: 'surface',
    boxShadow: { _dark: 'inset 0 0 0 1px {colors.line}' },
  },
})

export interface SummaryProps {
  title: ReactNode
  /** The SummaryRows and the SummaryTotal. */
  children: ReactNode
  /** Between title and rows: the order's lines. */
  lines?: ReactNode
  /** After the total: the button, a note. */
  foot?: ReactNode
}

/** The totals of an order, in a filled box. */
export function Summary({ title, children, lines, foot }: SummaryProps) {
  return (
    <Root>
      <Heading level={2} look="h3">
        {title}
      </Heading>
      {lines}
      <chakra.dl display="grid" gap=".6rem">
        {children}
      </chakra.dl>
      {foot}
    </Root>
  )
}

const Row = chakra('div', {
  base: { display: 'flex', justifyContent: 'space-between', gap: '1rem', alignItems: 'baseline' },
})

interface SummaryRowProps {
  label: ReactNode
  value: ReactNode
}

/** A row of a Summary. */
export function SummaryRow({ label, value }: SummaryRowProps) {
  return (
    <Row>
      <dt>{label}</dt>
      <chakra.dd textAlign="end" fontVariantNumeric="tabular-nums">
        {value}
      </chakra.dd>
    </Row>
  )
}

/** The total of a Summary, in the serif under a rule. */
export function SummaryTotal({ label, value }: SummaryRowProps) {
  return (
    <Row borderTop="1px solid {colors.line}" paddingTop="1.1rem" marginTop=".4rem">
      <dt>{label}</dt>
      <chakra.dd textAlign="end" textStyle="figure" fontSize="1.75rem" lineHeight={1.1}>
        {value}
      </chakra.dd>
    </Row>
  )
}
