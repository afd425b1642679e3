import { counted } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import { Box, Button, chakra, Field, Input, Text, VisuallyHidden } from '@shop/ui'
import { useId, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { SuggestionList } from './suggestion-list'
import { resultsPath, suggestionsQuery, type Suggestions } from './suggestions'
import { useDebouncedValue } from './use-debounced-value'

const debounceMs = 180

const noSuggestions: Suggestions = { places: [], products: [] }

const Line = chakra('form', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '.75rem', alignItems: 'start' },
})

interface SearchBoxProps {
  field: RefObject<HTMLInputElement | null>
  /** Opens a path of the shop. */
  onOpen: (to: string) => void
  /** A suggestion's own link was followed. */
  onFollow: () => void
}

/** A combobox (WAI-ARIA): the field keeps the focus, the arrow keys move through the suggestions, Enter opens one. */
export function SearchBox({ field, onOpen, onFollow }: SearchBoxProps) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState<number | null>(null)
  const query = typed.replace(/\s+/g, ' ').trim()
  const debouncedQuery = useDebouncedValue(query, debounceMs)
  const { data, isError } = useAppQuery(debouncedQuery ? suggestionsQuery(debouncedQuery) : null, {
    keepPrevious: true,
  })
  const { places, products } = query && debouncedQuery && data ? data : noSuggestions
  const suggested = [...places, ...products].map(({ path }) => path)
  const paths = suggested.length > 0 ? [...suggested, resultsPath(query)] : []
  const count = data && data.places.length + data.products.length
  const optionId = (index: number) => `${list}-${String(index)}`
  const chosen = active === null ? undefined : paths[active]

  const onArrowKey = (event: KeyboardEvent) => {
    // During an IME composition the keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (paths.length === 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    const last = paths.length - 1
    const next = event.key === 'ArrowDown' ? (active ?? -1) + 1 : (active ?? last + 1) - 1
    // Beyond either end the field itself is active.
    setActive(next < 0 || next > last ? null : next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) onOpen(chosen)
    else if (query) onOpen(resultsPath(query))
  }
  return (
    <>
      <Line role="search" method="get" action="/search" onSubmit={submit}>
        <Field label="Search products" hideLabel>
          <Input
            ref={field}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={paths.length > 0}
            aria-controls={list}
            aria-activedescendant={chosen && active !== null ? optionId(active) : undefined}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            name="q"
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Silk, candle, pebble"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(null)
            }}
            onKeyDown={onArrowKey}
          />
        </Field>
        <Button type="submit">Search</Button>
      </Line>
      <VisuallyHidden role="status">{statusMessage(query, debouncedQuery, count, isError)}</VisuallyHidden>
      {/* As high as a full list in wide windows, so that the dialog does not shift while suggestions load. */}
      <Box minHeight={{ lg: '28rem' }}>
        {query && debouncedQuery && isError && (
          <Note>Suggestions could not be loaded. Search still shows all results.</Note>
        )}
        {query && debouncedQuery === query && count === 0 && (
          <Note>No products found. Check the spelling, or try a simpler word.</Note>
        )}
        <SuggestionList
          id={list}
          optionId={optionId}
          {...{ places, suggestions: products, query, active }}
          onFollow={onFollow}
          onHighlight={setActive}
        />
      </Box>
    </>
  )
}

const Note = ({ children }: { children: string }) => (
  <Text color="muted" textStyle="small" paddingTop="1rem" aria-hidden>
    {children}
  </Text>
)

function statusMessage(
  query: string,
  debouncedQuery: string,
  count: number | undefined,
  failed: boolean,
): string {
  if (!query || query !== debouncedQuery) return ''
  if (failed) return 'Suggestions could not be loaded. Search still shows all results.'
  if (count === undefined) return ''
  if (count === 0) return 'No products found'
  return counted(count, 'suggestion')
}
