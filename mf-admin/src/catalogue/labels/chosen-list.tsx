import { Box, chakra, IconButton, QuantityInput, Text } from '@shop/ui'
import X from 'lucide-react/icons/x'
import { unitName, type StockUnit } from '../stock/stock-unit'
import { maxCopies } from './label-list'

/** A unit whose labels are printed. */
export interface ChosenUnit {
  unit: StockUnit
  copies: number
}

const Line = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '.5rem 1rem',
    padding: '.6rem 1.25rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

/** The units whose labels are printed, each with its number of copies. */
export function ChosenList({
  chosen,
  onCopies,
}: {
  chosen: readonly ChosenUnit[]
  /** @param copies 0 removes the unit */
  onCopies: (id: string, copies: number) => void
}) {
  return (
    <ul aria-label="Chosen for labels">
      {chosen.map(({ unit, copies }) => (
        <Line key={unit.id}>
          <Box flex="1 1 14rem" minWidth="0">
            <Text fontWeight={520} overflowWrap="anywhere">
              {unitName(unit)}
            </Text>
            <Text textStyle="micro">{unit.sku ?? 'No SKU'}</Text>
          </Box>
          <Box display="flex" alignItems="center" gap=".5rem">
            <QuantityInput
              value={copies}
              max={maxCopies}
              label={`Labels of ${unitName(unit)}`}
              onChange={(next) => onCopies(unit.id, next)}
              onNone={() => onCopies(unit.id, 0)}
            />
            <IconButton label={`Remove ${unitName(unit)}`} icon={X} onClick={() => onCopies(unit.id, 0)} />
          </Box>
        </Line>
      ))}
    </ul>
  )
}
