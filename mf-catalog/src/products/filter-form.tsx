import { useInputBeforeHydration } from '@shop/state'
import { useAppQuery, type AppQuery } from '@shop/supabase'
import { Button, chakra, Checkbox, Field, Icon, Input, NativeSelect, useHydrated } from '@shop/ui'
import Plus from 'lucide-react/icons/plus'
import { useRef, type FormEvent } from 'react'
import { categoriesQuery } from '../categories/list-categories'
import type { ProductsPage } from '../product-card/card-product'
import { facetsQuery } from './count-facets'
import { FilterChoice } from './filter-choice'
import { typedFields, useFilterFields } from './filter-fields'
import { listCountText } from './list-count'
import type { ProductFilter, ProductListing, Sort } from './product-filter'

const sortNames: Record<Sort, string> = {
  newest: 'Newest first',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
  name: 'Name, A to Z',
}

// Opens the form below it in narrow windows; in wide ones the form always stands.
const Toggle = chakra('details', {
  base: {
    display: { base: 'block', lg: 'none' },
    borderBottom: '1px solid {colors.line}',
    '& > summary': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      minHeight: '56px',
      fontWeight: 520,
      cursor: 'pointer',
      listStyle: 'none',
    },
    '& > summary::-webkit-details-marker': { display: 'none' },
    '& > summary svg': { transition: 'transform {durations.quick} {easings.calm}' },
    '&[open] > summary svg': { transform: 'rotate(45deg)' },
  },
})

// In wide windows categories and sorting share the first row.
const Form = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(2, minmax(0, 12rem))',
      lg: 'minmax(0, 1fr) 14rem',
    },
    gap: { base: '1.25rem 1rem', lg: '.5rem 1.75rem' },
    alignItems: 'end',
    color: 'ink',
    paddingBlock: { base: '1.25rem', lg: '1rem .6rem' },
    borderBottom: '1px solid {colors.line}',
    '@media (min-width: 900px)': { borderTop: '1px solid {colors.line}' },
    'details:not([open]) + &': { display: { base: 'none', lg: 'grid' } },
    '& fieldset, & > button, & [data-row]': { gridColumn: { base: '1 / -1', lg: 'auto' } },
    // Aligned with the fields, which reserve space for a message.
    '& fieldset': { marginBottom: { lg: '-.2rem' } },
  },
})

const Sorting = chakra('div', { base: { gridColumn: { base: '1 / -1', lg: '2' }, gridRow: { lg: '1' } } })

const Others = chakra('div', {
  base: {
    display: { base: 'contents', lg: 'flex' },
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: '.5rem 1.75rem',
    gridColumn: { lg: '1' },
  },
})

interface FilterFormProps {
  filter: ProductFilter
  listing: ProductListing
  /** The query of the list's first page. */
  first: AppQuery<ProductsPage>
}

/**
 * Sorting and filters of a list with the number of products that each choice leaves; brands only where there is a choice. Choices
 * apply at once, prices on blur; without scripts the button submits the form.
 */
export function FilterForm({ filter, listing, first }: FilterFormProps) {
  const toggle = useRef<HTMLDetailsElement>(null)
  const isHydrated = useHydrated()
  const { data: page } = useAppQuery(first)
  const { data: categories = [] } = useAppQuery(listing.category === null ? categoriesQuery() : null)
  const { data: facets } = useAppQuery(facetsQuery(listing, filter), { keepPrevious: true })
  const { fields, type, choose, apply } = useFilterFields(filter)
  const brands = [...(facets?.brands ?? [])]
  if (fields.brand && !brands.some(({ name }) => name === fields.brand))
    brands.push({ name: fields.brand, count: null })
  const price = (name: 'min' | 'max') => ({
    name,
    type: 'number',
    inputMode: 'numeric' as const,
    min: 0,
    max: 999_999,
    step: 1,
    value: fields[name],
    onChange: (event: { target: { value: string } }) => type({ [name]: event.target.value }),
    onBlur: apply,
  })
  const form = useRef<HTMLFormElement>(null)
  useInputBeforeHydration(form, (element) => {
    choose(typedFields(new FormData(element)))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  // The list is right below once the form is closed.
  const close = () => {
    if (!toggle.current?.open) return
    toggle.current.open = false
    toggle.current.querySelector('summary')?.focus()
  }
  return (
    <>
      <Toggle ref={toggle}>
        <summary>
          Sort and filter
          <Icon as={Plus} size="s" />
        </summary>
      </Toggle>
      <Form ref={form} method="get" action={listing.path} aria-label="Sort and filter" onSubmit={submit}>
        <Sorting>
          <Field label="Sort by">
            <NativeSelect
              name="sort"
              value={fields.sort}
              onChange={(event) => choose({ sort: event.target.value })}
            >
              {Object.entries(sortNames).map(([sort, name]) => (
                <option key={sort} value={sort}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </Field>
        </Sorting>
        {listing.category === null && categories.length > 0 && (
          <FilterChoice
            label="Category"
            name="category"
            all="All categories"
            values={categories.map(({ slug, name }) => ({
              value: slug,
              label: name,
              count: facets?.categories[slug],
            }))}
            chosen={fields.category}
            onChoose={(category) => choose({ category })}
          />
        )}
        <Others>
          {brands.length > 1 && (
            <FilterChoice
              label="Brand"
              name="brand"
              all="All brands"
              values={brands.map(({ name, count }) => ({ value: name, label: name, count }))}
              chosen={fields.brand}
              onChoose={(brand) => choose({ brand })}
            />
          )}
          <chakra.div width={{ lg: '9rem' }}>
            <Field label="Minimum price (£)">
              <Input {...price('min')} />
            </Field>
          </chakra.div>
          <chakra.div width={{ lg: '9rem' }}>
            <Field label="Maximum price (£)">
              <Input {...price('max')} />
            </Field>
          </chakra.div>
          <chakra.div data-row marginBottom={{ lg: '.4rem' }}>
            <Checkbox
              label={`In stock only${typeof facets?.inStock === 'number' ? ` (${String(facets.inStock)})` : ''}`}
              name="stock"
              value="in"
              checked={fields.stock === 'in'}
              onChange={(event) => choose({ stock: event.target.checked ? 'in' : '' })}
            />
          </chakra.div>
        </Others>
        <Button
          type="submit"
          variant="quiet"
          css={{ '@media (min-width: 900px) and (scripting: enabled)': { display: 'none' } }}
          onClick={close}
        >
          {isHydrated && page ? `Show ${listCountText(page.count, filter)}` : 'Show results'}
        </Button>
      </Form>
    </>
  )
}
