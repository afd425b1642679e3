import { useAppQuery } from '@shop/supabase'
import { Button, chakra, Grid, Text, useAnnounce } from '@shop/ui'
import { useState } from 'react'
import { SearchField } from '../../../kit/filters'
import { productListQuery } from '../list-products'
import type { Choice } from './companions'

const most = 8

/** Finds products by name or SKU and adds one. */
export function ProductAdder({
  taken,
  onAdd,
}: {
  /** Ids that are not offered. */
  taken: readonly string[]
  onAdd: (choice: Choice) => void
}) {
  const [text, setText] = useState('')
  const announce = useAnnounce()
  const { data, isError } = useAppQuery(
    text === '' ? null : productListQuery({ q: text, status: 'active' }, 'name', 1),
    {
      keepPrevious: true,
    },
  )
  const found = text === '' ? [] : (data?.rows ?? []).filter(({ id }) => !taken.includes(id)).slice(0, most)
  return (
    <Grid gap=".5rem">
      <SearchField label="Find a product to add" value={text} onSearch={setText} maxLength={200} />
      {isError && (
        <Text role="alert" color="danger">
          The products could not be loaded.
        </Text>
      )}
      <chakra.ul listStyle="none" aria-label="Products to add">
        {found.map(({ id, name }) => (
          <li key={id}>
            <Button
              variant="text"
              onClick={() => {
                onAdd({ id, name })
                announce(`${name} added`)
              }}
            >
              Add {name}
            </Button>
          </li>
        ))}
      </chakra.ul>
      {text !== '' && data && found.length === 0 && (
        <Text color="muted">No other product is found by that.</Text>
      )}
    </Grid>
  )
}
