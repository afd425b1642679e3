import { useSearchParams } from '@shop/router'
import { Button, chakra, Field, Input } from '@shop/ui'
import type { FormEvent } from 'react'
import { searchWords } from './search-products'

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

/** The field to search by. Without scripts the browser sends it as the form of this page. */
export function SearchForm({ words }: { words: string }) {
  const [, setParams] = useSearchParams()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('q')
    const wanted = searchWords(typeof typed === 'string' ? typed : null)
    setParams(wanted ? { q: wanted } : {}, { preventScrollReset: true })
  }
  return (
    <Form role="search" method="get" action="/search" onSubmit={search}>
      <Field label="Search products" hideLabel>
        {/* A new one for other words, such as those of a step back. */}
        <Input
          key={words}
          type="search"
          name="q"
          defaultValue={words}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          placeholder="Silk, candle, pebble"
        />
      </Field>
      <Button type="submit">Search</Button>
    </Form>
  )
}
