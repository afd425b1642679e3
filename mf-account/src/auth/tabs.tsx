import { Box, chakra } from '@shop/ui'
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

interface TabItem {
  value: string
  label: string
  content: ReactNode
}

interface TabsProps {
  items: TabItem[]
  /** The accessible name of the tab list. */
  label: string
  value: string
  onChange: (value: string) => void
}

const List = chakra('div', {
  base: {
    display: 'flex',
    borderBottom: '1px solid {colors.line}',
    '@media (scripting: none)': { display: 'none' },
  },
})

const Tab = chakra('button', {
  base: {
    flex: '1',
    minHeight: '52px',
    color: 'muted',
    fontWeight: 500,
    position: 'relative',
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    _hover: { color: 'ink' },
    _focusVisible: { outlineOffset: '-2px' },
    '&[aria-selected=true]': {
      color: 'ink',
      _after: { content: '""', position: 'absolute', inset: 'auto 0 0', height: '2px', background: 'accent' },
    },
  },
})

/** The tab that a key selects: arrow keys wrap around, Home and End go to either end. */
function tabOf(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
}

/** WAI-ARIA tabs: one tab stop, arrow keys select. Only the selected pane is rendered. */
export function Tabs({ items, label, value, onChange }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = items.find((item) => item.value === value)
  const walk = (event: KeyboardEvent, place: number) => {
    const target = tabOf(event.key, place, items.length)
    const next = target === undefined ? undefined : items[target]
    if (target === undefined || !next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
    onChange(next.value)
  }
  return (
    <div>
      <List ref={list} role="tablist" aria-label={label}>
        {items.map((item, place) => (
          <Tab
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-${item.value}`}
            aria-selected={item === chosen}
            aria-controls={item === chosen ? `${id}-pane` : undefined}
            tabIndex={item === chosen ? 0 : -1}
            onClick={() => {
              onChange(item.value)
            }}
            onKeyDown={(event) => {
              walk(event, place)
            }}
          >
            {item.label}
          </Tab>
        ))}
      </List>
      <Box
        key={value}
        role="tabpanel"
        id={`${id}-pane`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={0}
        paddingTop="1.5rem"
      >
        {chosen?.content}
      </Box>
    </div>
  )
}
