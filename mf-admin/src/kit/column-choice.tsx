import { storedItem } from '@shop/state'
import { Button, Checkbox, chakra, Icon } from '@shop/ui'
import Columns3 from 'lucide-react/icons/columns-3'
import { useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'

const storedChoice = (screen: string) =>
  storedItem<string[]>(`aurelle_columns_${screen}`, v.array(v.string()), { storage: 'local', fallback: [] })

/** The columns of a table that this browser hides. @param screen the name of the list, such as 'products' */
export function useHiddenColumns(
  screen: string,
): [hidden: readonly string[], change: (hidden: string[]) => void] {
  const [hidden, setHidden] = useState<readonly string[]>(() => storedChoice(screen).read())
  const change = (next: string[]) => {
    setHidden(next)
    storedChoice(screen).write(next)
  }
  return [hidden, change]
}

const Sheet = chakra('div', {
  base: {
    position: 'absolute',
    insetInlineEnd: '0',
    top: 'calc(100% + 4px)',
    zIndex: 5,
    minWidth: '12rem',
    padding: '.4rem .9rem',
    display: 'grid',
    background: 'raised',
    borderRadius: 'panel',
    boxShadow: '2',
    _highContrast: { border: '1px solid' },
  },
})

export interface ColumnChoiceProps {
  /** The columns that may be hidden. */
  columns: readonly { id: string; header: string }[]
  hidden: readonly string[]
  onChange: (hidden: string[]) => void
}

/** A button that opens the list of columns. Escape, or a press elsewhere, closes it. */
export function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  return (
    <chakra.div
      ref={root}
      position="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        setOpen(false)
        root.current?.querySelector('button')?.focus()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !root.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Icon as={Columns3} size="s" />
        Columns
      </Button>
      <Sheet id={id} role="group" aria-label="Columns" hidden={!isOpen} display={isOpen ? 'grid' : 'none'}>
        {columns.map((column) => (
          <Checkbox
            key={column.id}
            label={column.header}
            checked={!hidden.includes(column.id)}
            onChange={({ target }) =>
              onChange(
                target.checked ? hidden.filter((other) => other !== column.id) : [...hidden, column.id],
              )
            }
          />
        ))}
      </Sheet>
    </chakra.div>
  )
}
