import { useAppQuery } from '@shop/supabase'
import { Box, Button, chakra, Field, Input, Text, useAnnounce } from '@shop/ui'
import { useState } from 'react'
import { searchUnitsQuery } from '../../catalogue/labels/read-units'
import { findByCodeQuery } from '../../catalogue/scan/find-by-code'
import { unitName, type StockUnit } from '../../catalogue/stock/stock-unit'

const Found = chakra('li', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '1rem',
    paddingBlock: '.4rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

/** Finds products and sizes by a scanned code, a SKU or a name, and adds one. It is no form, as it stands in one. */
export function AddLine({ onAdd }: { onAdd: (unit: StockUnit) => void }) {
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  const announce = useAnnounce()
  const byCode = useAppQuery(query ? findByCodeQuery(query) : null)
  const isUnknown = byCode.data?.length === 0
  const byName = useAppQuery(isUnknown ? searchUnitsQuery(query) : null)
  const units = isUnknown ? byName.data : byCode.data
  const error = byCode.error ?? byName.error
  const find = () => setQuery(text.trim())
  return (
    <Box display="grid" gap=".5rem">
      <Box display="grid" gridTemplateColumns="minmax(0, 1fr) auto" gap=".75rem" alignItems="end">
        <Field label="Add a product by name, SKU or barcode">
          <Input
            type="search"
            value={text}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              find()
            }}
          />
        </Field>
        <Button
          variant="quiet"
          marginBottom=".4rem"
          busy={byCode.isFetching || byName.isFetching}
          busyLabel="Finding..."
          onClick={find}
        >
          Find
        </Button>
      </Box>
      <div aria-live="polite">
        {error && <Text color="danger">The products could not be loaded. Please try again.</Text>}
        {units?.length === 0 && <Text color="muted">No product is found by “{query}”.</Text>}
      </div>
      {units && units.length > 0 && (
        <chakra.ul listStyle="none" aria-label="Products found">
          {units.map((unit) => (
            <Found key={unit.id}>
              <Box minWidth="0">
                <Text overflowWrap="anywhere">{unitName(unit)}</Text>
                <Text textStyle="small" color="muted">
                  {[unit.sku, unit.isActive ? `${String(unit.stock)} in stock` : 'not on sale']
                    .filter(Boolean)
                    .join(', ')}
                </Text>
              </Box>
              <Button
                variant="quiet"
                disabled={!unit.isActive || unit.stock === 0}
                aria-label={`Add ${unitName(unit)}`}
                onClick={() => {
                  onAdd(unit)
                  announce(`${unitName(unit)} added`)
                }}
              >
                Add
              </Button>
            </Found>
          ))}
        </chakra.ul>
      )}
    </Box>
  )
}
