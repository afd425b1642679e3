import { useAppQuery } from '@shop/supabase'
import { Box, Button, chakra, Field, Input, Text } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import { unitName, type StockUnit } from '../stock/stock-unit'
import { searchUnitsQuery } from './read-units'

const Form = chakra('form', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '.75rem', alignItems: 'end' },
})
const Line = chakra('li', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '1rem',
    paddingBlock: '.5rem',
    '& + &': { borderTop: '1px solid {colors.line}' },
  },
})

/** Finds products and variants by name or SKU, to add their labels. */
export function UnitSearch({
  chosen,
  onAdd,
}: {
  chosen: ReadonlySet<string>
  onAdd: (unit: StockUnit) => void
}) {
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  const { data: units, error, isFetching } = useAppQuery(query ? searchUnitsQuery(query) : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setQuery(text.trim())
  }
  return (
    <Box display="grid" gap=".75rem">
      <Form role="search" aria-label="Find products" onSubmit={submit}>
        <Field label="Product name or SKU">
          <Input
            type="search"
            value={text}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Button type="submit" variant="quiet" marginBottom=".4rem" busy={isFetching} busyLabel="Finding...">
          Find
        </Button>
      </Form>
      <div aria-live="polite">
        {error && <Text color="danger">The products could not be loaded. Please try again.</Text>}
        {units?.length === 0 && <Text color="muted">No product is called “{query}”.</Text>}
      </div>
      {units && units.length > 0 && (
        <ul>
          {units.map((unit) => (
            <Line key={unit.id}>
              <Box minWidth="0">
                <Text overflowWrap="anywhere">{unitName(unit)}</Text>
                {unit.sku && <Text textStyle="micro">{unit.sku}</Text>}
              </Box>
              <Button
                variant="quiet"
                disabled={chosen.has(unit.id)}
                aria-label={`Add ${unitName(unit)}`}
                onClick={() => onAdd(unit)}
              >
                {chosen.has(unit.id) ? 'Added' : 'Add'}
              </Button>
            </Line>
          ))}
        </ul>
      )}
    </Box>
  )
}
