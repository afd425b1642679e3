import { useAppQuery } from '@shop/supabase'
import { Box, Button, chakra, Field, Input, Text, VisuallyHidden } from '@shop/ui'
import { useId, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { SuggestionList } from './suggestion-list'
import { resultsPath, suggestionsQuery } from './suggestions'
import { useSettled } from './use-settled'

const pauseMs = 180

const Line = chakra('form', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '.75rem', alignItems: 'start' },
})

interface SearchBoxProps {
  field: RefObject<HTMLInputElement | null>
  /** Opens an address of the shop. */
  onLeave: (to: string) => void
  /** A suggestion's own link was followed. */
  onFollow: () => void
}

/** A combobox (WAI-ARIA): the field keeps the focus, the arrow keys walk through what is suggested, Enter opens it. */
export function SearchBox({ field, onLeave, onFollow }: SearchBoxProps) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState<number | null>(null)
  const words = typed.replace(/\s+/g, ' ').trim()
  const settled = useSettled(words, pauseMs)
  const { data, isError } = useAppQuery(settled ? suggestionsQuery(settled) : null, { keepPrevious: true })
  const suggestions = words && settled ? (data ?? []) : []
  const paths =
    suggestions.length > 0 ? [...suggestions.map(({ slug }) => `/products/${slug}`), resultsPath(words)] : []
  const optionId = (place: number) => `${list}-${String(place)}`
  const chosen = active === null ? undefined : paths[active]

  const walk = (event: KeyboardEvent) => {
    // Keys that compose a character belong to the keyboard, not to the list.
    if (event.nativeEvent.isComposing) return
    if (paths.length === 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    const last = paths.length - 1
    const next = event.key === 'ArrowDown' ? (active ?? -1) + 1 : (active ?? last + 1) - 1
    // Beyond either end stands the field itself.
    setActive(next < 0 || next > last ? null : next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) onLeave(chosen)
    else if (words) onLeave(resultsPath(words))
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
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Silk, candle, pebble"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(null)
            }}
            onKeyDown={walk}
          />
        </Field>
        <Button type="submit">Search</Button>
      </Line>
      <VisuallyHidden role="status">{said(words, settled, data?.length, isError)}</VisuallyHidden>
      {/* As high as a full list in wide windows, so that the dialog keeps its place while it fills. */}
      <Box minHeight={{ lg: '28rem' }}>
        {words && settled && isError && (
          <Note>Suggestions could not be loaded. Search still shows all results.</Note>
        )}
        {words && settled === words && data?.length === 0 && <Note>No products found</Note>}
        <SuggestionList
          id={list}
          optionId={optionId}
          {...{ suggestions, words, active }}
          onFollow={onFollow}
          onPoint={setActive}
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

function said(words: string, settled: string, count: number | undefined, failed: boolean): string {
  if (!words || words !== settled) return ''
  if (failed) return 'Suggestions could not be loaded. Search still shows all results.'
  if (count === undefined) return ''
  if (count === 0) return 'No products found'
  return count === 1 ? '1 suggestion' : `${String(count)} suggestions`
}
