import { useSearchParams } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import { Button, chakra, Checkbox, Disclosure, Field, Input, NativeSelect } from '@shop/ui'
import { useState, type FormEvent } from 'react'
import { categoriesQuery } from '../categories/list-categories'
import { brandsQuery } from './list-brands'
import { filterPath } from './filter-path'
import {
  filterParams,
  readFilter,
  type ProductListing,
  type ProductFilter,
  type Sort,
} from './product-filter'

const sortNames: Record<Sort, string> = {
  newest: 'Newest first',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
  name: 'Name, A to Z',
}

const Form = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(auto-fit, minmax(8.5rem, 1fr))' },
    gap: '1rem',
    alignItems: 'end',
    color: 'ink',
    paddingBlock: '.25rem',
    // Aligned with the fields, which reserve space for a message.
    '& > button, & > label': { marginBottom: '.4rem' },
    '& > label': { justifySelf: { lg: 'start' } },
    '& > button': { justifySelf: { lg: 'end' } },
    // On a phone half a row truncates the chosen value.
    '& > :has(select)': { gridColumn: { base: '1 / -1', lg: 'auto' } },
  },
})

/** The filter as the text of its fields. */
function toFields({
  sort,
  category,
  brand,
  inStock,
  min,
  max,
}: ProductFilter): Record<'sort' | 'category' | 'brand' | 'stock' | 'min' | 'max', string> {
  return {
    sort,
    category: category ?? '',
    brand: brand ?? '',
    stock: inStock ? 'in' : '',
    min: min === null ? '' : String(min),
    max: max === null ? '' : String(max),
  }
}

/** Sorting and filters of a list; brands and categories only where there is a choice. Choices apply at once, prices on blur; without scripts the button submits the form. */
export function FilterForm({ filter, listing }: { filter: ProductFilter; listing: ProductListing }) {
  const [, setParams] = useSearchParams()
  const { data: categories = [] } = useAppQuery(listing.category === null ? categoriesQuery() : null)
  const { data: brands = [] } = useAppQuery(brandsQuery(listing.category))
  const [fields, setFields] = useState(() => toFields(filter))
  const path = filterPath(filter)
  const [syncedPath, setSyncedPath] = useState(path)
  // The address this form navigated to: when it arrives, text typed meanwhile is not overwritten.
  const [appliedPath, setAppliedPath] = useState<string | null>(null)
  if (syncedPath !== path) {
    setSyncedPath(path)
    setAppliedPath(null)
    if (path !== appliedPath) setFields(toFields(filter))
  }
  const apply = (chosen: typeof fields) => {
    const next = readFilter(new URLSearchParams(chosen))
    if (filterPath(next) === path) return
    setAppliedPath(filterPath(next))
    setParams(filterParams(next), { preventScrollReset: true })
  }
  const choose = (change: Partial<typeof fields>) => {
    const next = { ...fields, ...change }
    setFields(next)
    apply(next)
  }
  const price = (name: 'min' | 'max') => ({
    name,
    type: 'number',
    inputMode: 'numeric' as const,
    min: 0,
    max: 999_999,
    step: 1,
    value: fields[name],
    onChange: (event: { target: { value: string } }) => {
      setFields({ ...fields, [name]: event.target.value })
    },
    onBlur: () => {
      apply(fields)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply(fields)
  }
  return (
    <Disclosure title="Sort and filter">
      <Form method="get" action={listing.path} aria-label="Sort and filter" onSubmit={submit}>
        <Field label="Sort by">
          <NativeSelect
            name="sort"
            value={fields.sort}
            onChange={(event) => {
              choose({ sort: event.target.value })
            }}
          >
            {Object.entries(sortNames).map(([sort, name]) => (
              <option key={sort} value={sort}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </Field>
        {listing.category === null && (
          <Field label="Category">
            <NativeSelect
              name="category"
              value={fields.category}
              onChange={(event) => {
                choose({ category: event.target.value })
              }}
            >
              <option value="">All categories</option>
              {categories.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        {(brands.length > 1 || fields.brand !== '') && (
          <Field label="Brand">
            <NativeSelect
              name="brand"
              value={fields.brand}
              onChange={(event) => {
                choose({ brand: event.target.value })
              }}
            >
              <option value="">All brands</option>
              {[...new Set([...brands, ...(fields.brand ? [fields.brand] : [])])].map((brand) => (
                <option key={brand} value={brand}>
                  {brand}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        <Field label="Price from, £">
          <Input {...price('min')} />
        </Field>
        <Field label="Price to, £">
          <Input {...price('max')} />
        </Field>
        <Checkbox
          label="In stock only"
          name="stock"
          value="in"
          checked={fields.stock === 'in'}
          onChange={(event) => {
            choose({ stock: event.target.checked ? 'in' : '' })
          }}
        />
        <Button type="submit" variant="quiet">
          Show
        </Button>
      </Form>
    </Disclosure>
  )
}
