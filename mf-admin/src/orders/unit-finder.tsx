import { formatPence } from '@shop/pricing'
import { cleanCode } from '@shop/settings'
import { ensureQuery, useAppMutation, useDataContext } from '@shop/supabase'
import { Box, Button, chakra, Field, Input, Text } from '@shop/ui'
import { useRef, useState } from 'react'
import { useChargedPrice } from '../kit/charged-price'
import { searchUnitsQuery } from '../catalogue/labels/read-units'
import { findByCodeQuery } from '../catalogue/scan/find-by-code'
import { unitName, type StockUnit } from '../catalogue/stock/stock-unit'

interface FoundUnits {
  units: StockUnit[]
  /** By a barcode, a SKU or a product's address. */
  byCode: boolean
}

/** Finds what is for sale by a scanned code, else by name. */
function useFindUnits() {
  const data = useDataContext()
  return useAppMutation({
    mutationFn: async (_db, text: string): Promise<FoundUnits> => {
      const onSale = (units: readonly StockUnit[]) => units.filter(({ isActive }) => isActive)
      const coded = await ensureQuery(data, findByCodeQuery(text))
      if (coded.length > 0) return { units: onSale(coded), byCode: true }
      return { units: onSale(await ensureQuery(data, searchUnitsQuery(text))), byCode: false }
    },
  })
}

const Search = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '.75rem', alignItems: 'end' },
})
const Found = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '1rem',
    alignItems: 'center',
    paddingBlock: '.5rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

interface UnitFinderProps {
  label?: string
  inputRef?: (element: HTMLInputElement | null) => void
  onAdd: (unit: StockUnit) => void
}

/** Finds products and variants for sale by a scanned code, a SKU or a name, and adds one. It is no form, as it stands in one. */
export function UnitFinder({ label = 'Add a product', inputRef, onAdd }: UnitFinderProps) {
  const input = useRef<HTMLInputElement | null>(null)
  const [text, setText] = useState('')
  const find = useFindUnits()
  const priceOf = useChargedPrice()
  const choose = (unit: StockUnit) => {
    onAdd(unit)
    find.reset()
    setText('')
    input.current?.focus()
  }
  const search = () => {
    const wanted = cleanCode(text)
    if (wanted === '' || find.isPending) return
    find.mutate(wanted, {
      onSuccess: ({ units: [only, ...others], byCode }) => {
        if (byCode && only && only.stock > 0 && others.length === 0) choose(only)
      },
    })
  }
  const found = find.data?.units ?? []
  return (
    <Box display="grid" gap=".5rem">
      <Search>
        <Field label={label} hint="Name, SKU or barcode; a scanner types it by itself.">
          <Input
            ref={(element) => {
              input.current = element
              inputRef?.(element)
            }}
            type="search"
            value={text}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              search()
            }}
          />
        </Field>
        <Button
          variant="quiet"
          marginBottom=".4rem"
          busy={find.isPending}
          busyLabel="Finding..."
          onClick={search}
        >
          Find
        </Button>
      </Search>
      <div aria-live="polite">
        {find.isError && <Text color="danger">The products could not be loaded. Please try again.</Text>}
        {find.data && found.length === 0 && <Text color="muted">Nothing for sale is found by that.</Text>}
      </div>
      {found.length > 0 && (
        <chakra.ul listStyle="none" aria-label="Products to add">
          {found.map((unit) => (
            <Found key={unit.id}>
              <Box minWidth="0">
                <Text overflowWrap="anywhere">{unitName(unit)}</Text>
                <Text textStyle="small" color="muted">
                  {[
                    unit.sku,
                    `${formatPence(priceOf(unit.pricePence).withVat)} with VAT`,
                    unit.stock > 0 ? `${String(unit.stock)} in stock` : 'sold out',
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </Text>
              </Box>
              <Button
                variant="quiet"
                disabled={unit.stock === 0}
                aria-label={`Add ${unitName(unit)}`}
                onClick={() => choose(unit)}
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
