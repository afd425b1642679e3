import { counted } from '@shop/pricing'
import { useAppQuery } from '@shop/supabase'
import { chakra, Text, VisuallyHidden } from '@shop/ui'
import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useStaff } from '../staff/use-staff'
import type { Entry } from './entries'
import type { Typed } from './keep-typing'
import { maxLength, officeSearchQuery } from './office-search'
import { OptionList, OptionRow } from './option-row'
import { foundRows, ranked } from './rank'
import { recentEntries, recentOf } from './recent'
import { useDebounced } from './use-debounced'

const debounceMs = 120
/** How long an answer counts, in milliseconds. */
const freshMs = 10_000
const failedWords = 'Orders, products, customers and the rest of the shop could not be searched.'

const Field = chakra('input', {
  base: {
    width: '100%',
    minHeight: '56px',
    paddingInline: { base: '1.1rem', md: '1.5rem' },
    borderBottom: '1px solid {colors.line}',
    background: 'transparent',
    color: 'ink',
    fontSize: '1.0625rem',
    outline: 'none',
    '&::placeholder': { color: 'muted' },
    _highContrast: { border: '1px solid' },
  },
})

interface PaletteBoxProps {
  field: RefObject<HTMLInputElement | null>
  /** Ends keeping what is typed before there is a field, and returns it. */
  takeTyped: () => Typed
  known: readonly Entry[]
  onChoose: (entry: Entry) => void
  onClose: () => void
}

/** A combobox (WAI-ARIA): the field keeps the focus, keys move through the list, Enter chooses. */
export function PaletteBox({ field, takeTyped, known, onChoose, onClose }: PaletteBoxProps) {
  const list = useId()
  const { may, userId } = useStaff()
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState<string | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const opened = useMemo(() => recentOf(userId).read(), [userId])
  const text = typed.replace(/\s+/g, ' ').trim()
  const asked = useDebounced(text, debounceMs)
  const search = useAppQuery(asked ? officeSearchQuery(asked) : null, {
    keepPrevious: true,
    staleMs: freshMs,
  })
  const { data: found, isError, isFetching } = search
  // What is typed is painted first, the list right after it.
  const listed = useDeferredValue(text)
  const hasResponse = asked === text && (isError || (!isFetching && !search.isPlaceholderData))
  const isSettled = listed === text && (text === '' || hasResponse)
  const rows = useMemo(() => foundRows(found ?? []), [found])
  const recent = useMemo(() => recentEntries(opened, known, may), [opened, known, may])
  const entries = useMemo(() => {
    if (listed !== '') return ranked(known, rows, listed)
    const ids = new Set(recent.map(({ id }) => id))
    return [...recent, ...known.filter(({ id, kind }) => kind !== 'Setting' && !ids.has(id))]
  }, [listed, known, rows, recent])
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === marked),
  )
  const active = entries[at]

  useLayoutEffect(() => {
    const before = takeTyped()
    if (before.text === '') return
    setTyped(before.text.slice(0, maxLength))
    setWaiting(before.entered)
  }, [takeTyped])

  const latest = useRef(onChoose)
  useEffect(() => {
    latest.current = onChoose
  })
  const choose = useCallback((entry: Entry) => latest.current(entry), [])
  // Enter was pressed before the answer for the text was there.
  useEffect(() => {
    if (!isWaiting || !isSettled) return
    setWaiting(false)
    if (active) choose(active)
  }, [isWaiting, isSettled, active, choose])

  useEffect(() => {
    document.getElementById(optionId(list, at))?.scrollIntoView({ block: 'nearest' })
  }, [list, at])

  const mark = (index: number) => {
    const entry = entries[(index + entries.length) % entries.length]
    if (entry) setMarked(entry.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // During an IME composition the keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    const moves: Record<string, () => void> = {
      ArrowDown: () => mark(at + 1),
      ArrowUp: () => mark(at - 1),
      Home: () => mark(0),
      End: () => mark(entries.length - 1),
      Enter: () => {
        if (!isSettled && marked === null) setWaiting(true)
        else if (active) choose(active)
      },
      Escape: onClose,
    }
    const move = event.altKey || event.ctrlKey || event.metaKey ? undefined : moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  const status = statusOf(text, isSettled, isError, entries.length)
  return (
    <>
      <div>
        <Field
          ref={field}
          role="combobox"
          aria-label="Find anything"
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-activedescendant={active ? optionId(list, at) : undefined}
          type="text"
          inputMode="search"
          enterKeyHint="go"
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="An order’s last digits, a name, a product, a code, a setting"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setMarked(null)
            setWaiting(false)
          }}
          onKeyDown={onKeyDown}
        />
        <VisuallyHidden role="status">{status}</VisuallyHidden>
      </div>
      {/* As high as a full list in wide windows, so that nothing moves while answers come. */}
      <chakra.div
        padding=".6rem"
        overflow="auto"
        overscrollBehavior="contain"
        height={{ lg: '26rem' }}
        minHeight="12rem"
      >
        {text === '' && recent.length > 0 && (
          <Text textStyle="micro" color="muted" padding=".3rem .75rem" aria-hidden>
            Opened last in this browser come first.
          </Text>
        )}
        {text !== '' && isSettled && (isError || entries.length === 0) && (
          <Text color="muted" padding=".75rem" aria-hidden>
            {isError ? failedWords : 'Nothing found'}
          </Text>
        )}
        <Options
          id={list}
          entries={entries}
          active={active}
          isBusy={!isSettled}
          onHighlight={setMarked}
          onChoose={choose}
        />
      </chakra.div>
    </>
  )
}

const optionId = (list: string, index: number) => `${list}-${String(index)}`

interface OptionsProps {
  id: string
  entries: readonly Entry[]
  active: Entry | undefined
  isBusy: boolean
  onHighlight: (id: string) => void
  onChoose: (entry: Entry) => void
}

const Options = memo(function Options({ id, entries, active, isBusy, onHighlight, onChoose }: OptionsProps) {
  return (
    <OptionList
      id={id}
      role="listbox"
      aria-label="Suggestions"
      aria-busy={isBusy || undefined}
      hidden={entries.length === 0}
    >
      {entries.map((entry, index) => (
        <OptionRow
          key={entry.id}
          id={optionId(id, index)}
          entry={entry}
          selected={entry === active}
          onHighlight={onHighlight}
          onChoose={onChoose}
        />
      ))}
    </OptionList>
  )
})

function statusOf(text: string, isSettled: boolean, isError: boolean, count: number): string {
  if (text === '' || !isSettled) return ''
  if (isError) return failedWords
  if (count === 0) return 'Nothing found'
  return counted(count, 'result')
}
