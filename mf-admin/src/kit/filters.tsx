import { Button, chakra, Icon, Input } from '@shop/ui'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

/** The line above a table: search, filters, and what else belongs to the list. */
export const FilterBar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '.6rem',
  },
})

const Fields = chakra('div', {
  base: {
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '.6rem',
    flex: '1 1 100%',
    '& select': { minWidth: '9rem' },
    '@media (max-width: 899.98px)': { '& > :has(> select)': { flex: '1 1 9rem' } },
  },
})

/** The filters of a FilterBar beside its search; on a phone they open by a press, since the list itself comes first. */
export function FilterDisclosure({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        variant="quiet"
        display={{ base: 'inline-flex', lg: 'none' }}
        flex="none"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon as={SlidersHorizontal} size="s" />
        Filters
      </Button>
      <Fields id={id} display={{ base: isOpen ? 'flex' : 'none', lg: 'contents' }}>
        {children}
      </Fields>
    </>
  )
}

const typingPauseMs = 250

/** A search that is written to the URL when typing pauses, or on Enter. */
export function SearchField({
  label,
  value,
  onSearch,
  maxLength = 100,
}: {
  label: string
  value: string
  onSearch: (text: string) => void
  maxLength?: number
}) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  // Searches that are not in the URL yet, oldest first: it follows slowly, while more is typed.
  const [sent, setSent] = useState<readonly string[]>([])
  const [isTyping, setTyping] = useState(false)
  if (shown !== value) {
    setShown(value)
    setSent(sent.slice(sent.indexOf(value) + 1))
    // Back, or a removed filter, changed it. What is being typed stays: it is newer.
    if (!sent.includes(value)) {
      if (!isTyping) setText(value)
      setSent([])
    }
  }
  const send = (entered: string) => {
    setTyping(false)
    if (entered === (sent.at(-1) ?? value)) return
    setSent([...sent, entered])
    onSearch(entered)
  }
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <chakra.div
      position="relative"
      flex={{ base: '1 1 180px', lg: '1 1 260px' }}
      maxWidth={{ lg: '360px' }}
      role="search"
    >
      <chakra.span
        position="absolute"
        insetInlineStart=".7rem"
        top="50%"
        marginTop="-8px"
        color="muted"
        pointerEvents="none"
      >
        <Icon as={Search} size="s" />
      </chakra.span>
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        paddingInlineStart="2.2rem"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setTyping(true)
        }}
        onBlur={() => setTyping(false)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') send(text.trim())
        }}
      />
    </chakra.div>
  )
}

/** A filter that is set, such as "Category: Accessories". */
export interface FilterChip {
  /** Unique among the chips. */
  id: string
  label: string
  onRemove: () => void
}

const Chip = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '.5rem',
    maxWidth: '100%',
    minHeight: '44px',
    paddingInline: '.8rem',
    background: 'accentSoft',
    color: 'accentSoftInk',
    borderRadius: 'control',
    textStyle: 'small',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    '@media (min-width: 900px) and (pointer: fine)': { minHeight: '32px' },
    '&:hover': { boxShadow: 'inset 0 0 0 1px {colors.accent}' },
    '& > svg': { flex: 'none' },
  },
})

/** The filters that are set, each removed by a press. The focus moves to the next chip, or to `#main` after the last. */
export function FilterChips({ chips, onClear }: { chips: readonly FilterChip[]; onClear: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  const removed = useRef<{ ids: string[]; index: number } | null>(null)
  useEffect(() => {
    if (!removed.current) return
    const { ids, index } = removed.current
    // The URL changes some renders later.
    if (chips.some(({ id }) => ids.includes(id))) return
    removed.current = null
    // Somebody who has gone on to another field stays there.
    const focused = document.activeElement
    if (focused && focused !== document.body && !list.current?.contains(focused)) return
    const buttons = list.current?.querySelectorAll('button')
    const next = buttons?.[Math.min(index, Math.max(chips.length - 1, 0))] ?? document.getElementById('main')
    next?.focus({ preventScroll: true })
  }, [chips])
  if (chips.length === 0) return null
  return (
    <chakra.ul ref={list} aria-label="Filters" display="flex" flexWrap="wrap" alignItems="center" gap=".5rem">
      {chips.map(({ id, label, onRemove }, index) => (
        <chakra.li key={id} minWidth="0">
          <Chip
            type="button"
            aria-label={`Remove filter: ${label}`}
            onClick={() => {
              removed.current = { ids: [id], index }
              onRemove()
            }}
          >
            {label}
            <Icon as={X} size="s" />
          </Chip>
        </chakra.li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button
            variant="text"
            onClick={() => {
              removed.current = { ids: chips.map(({ id }) => id), index: 0 }
              onClear()
            }}
          >
            Clear filters
          </Button>
        </li>
      )}
    </chakra.ul>
  )
}
