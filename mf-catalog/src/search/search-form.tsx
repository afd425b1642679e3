import { useSearchParams } from '@shop/router'
import { Button, chakra, Field, Input } from '@shop/ui'
import type { FormEvent } from 'react'
import { searchTerm } from './search-products'

const Form = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '.75rem',
    alignItems: 'start',
    maxWidth: '44rem',
    marginBottom: 'clamp(2.25rem, 4vw, 4rem)',
  },
})

/** The search field; a plain GET form without scripts. */
export function SearchForm({ term }: { term: string }) {
  const [, setParams] = useSearchParams()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('q')
    const next = searchTerm(typeof typed === 'string' ? typed : null)
    setParams(next ? { q: next } : {}, { preventScrollReset: true })
  }
  return (
    <Form role="search" method="get" action="/search" onSubmit={search}>
      <Field label="Search products" hideLabel>
        {/* Remounted when the term changes, as after going back. */}
        <Input
          key={term}
          type="search"
          name="q"
          defaultValue={term}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          placeholder="Silk, candle, pebble"
        />
      </Field>
      <Button type="submit">Search</Button>
    </Form>
  )
}
