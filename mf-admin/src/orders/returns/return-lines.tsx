import { counted } from '@shop/pricing'
import { chakra, Text } from '@shop/ui'
import type { ReactNode } from 'react'
import { conditionLabels, reasonLabels, type ReturnLine } from './office-returns'

const Item = chakra('div', {
  base: {
    display: 'grid',
    gap: '.5rem 1.25rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(12rem, auto)' },
    alignItems: 'center',
    paddingBlock: '.9rem',
    '&:first-of-type': { paddingTop: '0' },
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

/** What the shopper says of a line, and what staff have noted. */
function factsOf(line: ReturnLine): string[] {
  return [
    `${counted(line.quantity, 'piece')}, ${reasonLabels[line.reason].toLowerCase()}`,
    line.sealed ? 'Seal unbroken' : 'Seal broken',
    line.comment && `“${line.comment}”`,
    line.decision === 'rejected' && 'Rejected',
    line.received !== null && `${String(line.received)} arrived`,
    line.condition &&
      `${conditionLabels[line.condition]}, ${line.restock ? 'back into stock' : 'not restocked'}`,
  ].filter((text): text is string => Boolean(text))
}

/** The lines of a return. @param controlsOf what staff enter about a line */
export function ReturnLines({
  lines,
  controlsOf,
}: {
  lines: readonly ReturnLine[]
  controlsOf?: (line: ReturnLine, index: number) => ReactNode
}) {
  return (
    <div>
      {lines.map((line, index) => (
        <Item key={line.line} role="group" aria-label={line.name}>
          <div>
            <Text fontWeight={520} overflowWrap="anywhere">
              {line.name}
            </Text>
            {factsOf(line).map((fact) => (
              <Text key={fact} textStyle="small" color="muted" overflowWrap="anywhere">
                {fact}
              </Text>
            ))}
          </div>
          {controlsOf?.(line, index)}
        </Item>
      ))}
    </div>
  )
}
