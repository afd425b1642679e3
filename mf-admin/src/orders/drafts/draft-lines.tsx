import { formatPence } from '@shop/pricing'
import { Box, chakra, IconButton, QuantityInput, Text, useAnnounce } from '@shop/ui'
import X from 'lucide-react/icons/x'
import { useController } from 'react-hook-form'
import { unitName, type StockUnit } from '../../catalogue/stock/stock-unit'
import { UnitFinder } from '../unit-finder'
import type { DraftFigures } from './draft-record'
import type { DraftLine, DraftValues } from './draft-values'

const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '9rem minmax(0, 1fr) auto', md: 'minmax(0, 1fr) 9rem 6rem auto' },
    gap: '.5rem .9rem',
    alignItems: 'center',
    paddingBlock: '.7rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})
const keyOf = ({ product_id, variant_id }: Pick<DraftLine, 'product_id' | 'variant_id'>) =>
  variant_id ?? product_id

/** The products of a draft: found by name, or scanned, and how many of each. */
export function DraftLines({
  figures,
  isPricing,
}: {
  figures: DraftFigures | undefined
  isPricing: boolean
}) {
  const { field, fieldState } = useController<DraftValues, 'lines'>({ name: 'lines' })
  const announce = useAnnounce()
  const lines = field.value
  const add = (unit: StockUnit) => {
    const added = { product_id: unit.productId, variant_id: unit.variantId, quantity: 1 }
    const known = lines.find((line) => keyOf(line) === unit.id)
    field.onChange(
      known
        ? lines.map((line) => (line === known ? { ...line, quantity: line.quantity + 1 } : line))
        : [...lines, added],
    )
    announce(`${unitName(unit)} added`)
  }
  const priced = new Map(figures?.lines.map((line) => [keyOf(line), line]))
  return (
    <Box display="grid" gap=".75rem">
      <UnitFinder inputRef={field.ref} onAdd={add} />
      {fieldState.error && (
        <Text role="alert" textStyle="small" color="danger">
          {fieldState.error.message}
        </Text>
      )}
      {lines.length === 0 ? (
        <Text color="muted">No products yet.</Text>
      ) : (
        <ul aria-label="Products of the draft">
          {lines.map((line) => {
            const known = priced.get(keyOf(line))
            const name = known ? nameOf(known) : 'Product'
            return (
              <Line key={keyOf(line)}>
                <Box minWidth="0" gridColumn={{ base: '1 / -1', md: 'auto' }}>
                  <Text overflowWrap="anywhere">{known || !isPricing ? name : 'Loading'}</Text>
                  {known?.sku && (
                    <Text textStyle="micro" color="muted">
                      {known.sku}
                    </Text>
                  )}
                  {known && line.quantity > known.available && (
                    <Text textStyle="small" color="danger" role="alert">
                      {known.name === null
                        ? 'It is not for sale any more. Remove it.'
                        : known.available === 0
                          ? 'Sold out.'
                          : `Only ${String(known.available)} left.`}
                    </Text>
                  )}
                </Box>
                <QuantityInput
                  label={`Quantity of ${name}`}
                  value={line.quantity}
                  max={60}
                  onChange={(quantity) =>
                    field.onChange(lines.map((each) => (each === line ? { ...each, quantity } : each)))
                  }
                />
                <Text textAlign="end" fontVariantNumeric="tabular-nums">
                  {known?.unit_price != null && formatPence(known.unit_price * line.quantity)}
                </Text>
                <IconButton
                  label={`Remove ${name}`}
                  icon={X}
                  size="s"
                  onClick={() => field.onChange(lines.filter((each) => each !== line))}
                />
              </Line>
            )
          })}
        </ul>
      )}
    </Box>
  )
}

const nameOf = ({ name, variant_name: variant }: DraftFigures['lines'][number]) =>
  [name ?? 'Gone', variant].filter(Boolean).join(', ')
