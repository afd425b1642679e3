import { useAppQuery } from '@shop/supabase'
import { Box, Button, chakra, Grid, IconButton, Text, useAnnounce } from '@shop/ui'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { categoryChoicesQuery } from '../../catalogue/products/list-categories'
import type { Choice } from '../../catalogue/products/companions/companions'
import { ProductAdder } from '../../catalogue/products/companions/product-adder'
import { SearchField } from '../../kit/filters'

const Item = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '.75rem',
    borderBottom: '1px solid {colors.line}',
    overflowWrap: 'anywhere',
  },
})

interface ScopePickerProps {
  /** The field of ids. */
  name: 'product_ids' | 'category_ids'
  /** The names of what was chosen before, by id. */
  names: ReadonlyMap<string, string> | undefined
}

/** Chooses the products or categories that a promotion is for, by search. */
export function ScopePicker({ name, names }: ScopePickerProps) {
  const isOfProducts = name === 'product_ids'
  const { field, fieldState } = useController<Record<string, string[]>>({ name })
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map())
  const list = useRef<HTMLUListElement>(null)
  const announce = useAnnounce()
  const ids = field.value ?? []
  const nameOf = (id: string) =>
    added.get(id) ??
    names?.get(id) ??
    (isOfProducts ? 'A product without a name here' : 'A category without a name here')
  const add = ({ id, name: title }: Choice) => {
    setAdded(new Map([...added, [id, title]]))
    field.onChange([...ids, id])
  }
  const remove = (id: string) => {
    field.onChange(ids.filter((other) => other !== id))
    announce(`${nameOf(id)} removed`)
    list.current?.focus()
  }
  return (
    <Grid
      gap=".6rem"
      role="group"
      aria-label={isOfProducts ? 'Chosen products' : 'Chosen categories'}
      // Enter in the search must not save the promotion.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
    >
      <chakra.ul
        ref={(element: HTMLUListElement | null) => {
          list.current = element
          field.ref(element)
        }}
        tabIndex={-1}
        outline="none"
        listStyle="none"
        aria-label="Chosen"
      >
        {ids.map((id) => (
          <Item key={id}>
            <span>{nameOf(id)}</span>
            <IconButton label={`Remove ${nameOf(id)}`} icon={X} size="s" onClick={() => remove(id)} />
          </Item>
        ))}
      </chakra.ul>
      {fieldState.error && (
        <Text role="alert" textStyle="small" color="danger">
          {fieldState.error.message}
        </Text>
      )}
      {isOfProducts ? <ProductAdder taken={ids} onAdd={add} /> : <CategoryAdder taken={ids} onAdd={add} />}
    </Grid>
  )
}

const most = 8

/** Finds categories by name and adds one. */
function CategoryAdder({ taken, onAdd }: { taken: readonly string[]; onAdd: (choice: Choice) => void }) {
  const [text, setText] = useState('')
  const announce = useAnnounce()
  const { data: categories, isError } = useAppQuery(categoryChoicesQuery)
  const found = (categories ?? [])
    .filter(({ id, name }) => !taken.includes(id) && name.toLowerCase().includes(text.toLowerCase()))
    .slice(0, most)
  return (
    <Grid gap=".5rem">
      <SearchField label="Find a category to add" value={text} onSearch={setText} maxLength={100} />
      {isError && (
        <Text role="alert" color="danger">
          The categories could not be loaded.
        </Text>
      )}
      <chakra.ul listStyle="none" aria-label="Categories to add">
        {found.map((category) => (
          <li key={category.id}>
            <Button
              variant="text"
              onClick={() => {
                onAdd(category)
                announce(`${category.name} added`)
              }}
            >
              Add {category.name}
            </Button>
          </li>
        ))}
      </chakra.ul>
      {categories && found.length === 0 && <Box color="muted">No other category is found by that.</Box>}
    </Grid>
  )
}
