import { chakra, Icon, IconButton, type IconComponent } from '@shop/ui'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'

/** An entry of a menu. */
export interface MenuItem {
  label: string
  icon: IconComponent
  onChoose: () => void
  /** The action destroys something. */
  danger?: boolean
}

const Sheet = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    margin: '0',
    minWidth: '12rem',
    padding: '.35rem',
    border: '0',
    background: 'raised',
    color: 'ink',
    borderRadius: 'panel',
    boxShadow: '2',
    textAlign: 'start',
    _highContrast: { border: '1px solid' },
  },
})

const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '.7rem',
    width: '100%',
    minHeight: '44px',
    paddingInline: '.7rem',
    borderRadius: 'control',
    cursor: 'pointer',
    '@media (min-width: 900px) and (pointer: fine)': { minHeight: '36px' },
    '&:hover, &:focus': { background: 'sunken' },
  },
  variants: { danger: { true: { color: 'danger' } } },
})

/** Moves the focus among the entries of a menu. */
function moveFocus(menu: HTMLElement, { key }: KeyboardEvent): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = items.findIndex((item) => item === document.activeElement)
  const target = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
  }[key]
  target?.focus()
  return target !== undefined
}

/** A button that opens a menu in the browser's top layer, so that no table cuts it off. */
export function MenuButton({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()

  useEffect(() => {
    if (!isOpen) return
    // Where the page scrolls below it, a fixed menu would no longer be at its button.
    const onScroll = () => menu.current?.hidePopover()
    addEventListener('scroll', onScroll, { passive: true, capture: true, once: true })
    return () => removeEventListener('scroll', onScroll, { capture: true })
  }, [isOpen])

  const place = () => {
    const sheet = menu.current
    const at = button.current?.getBoundingClientRect()
    if (!sheet || !at) return
    const { width, height } = sheet.getBoundingClientRect()
    const isBelow = at.bottom + 4 + height <= innerHeight
    sheet.style.left = `${String(Math.max(8, at.right - width))}px`
    sheet.style.top = `${String(Math.max(8, isBelow ? at.bottom + 4 : at.top - 4 - height))}px`
  }

  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={Ellipsis}
        size="s"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
      />
      <Sheet
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        // Rendered before it is shown, as a table has a menu in each row; gone after it is hidden, since the browser gives the focus
        // back to the button only while an entry has it.
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') setOpen(true)
        }}
        onToggle={({ newState }) => {
          if (newState !== 'open') {
            setOpen(false)
            return
          }
          place()
          menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
        }}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Tab') close()
          else if (menu.current && moveFocus(menu.current, event)) event.preventDefault()
        }}
      >
        {(isOpen ? items : []).map(({ label: name, icon, danger, onChoose }) => (
          <Item
            key={name}
            type="button"
            role="menuitem"
            tabIndex={-1}
            danger={danger}
            onClick={() => {
              close()
              button.current?.focus()
              onChoose()
            }}
          >
            <Icon as={icon} size="s" />
            {name}
          </Item>
        ))}
      </Sheet>
    </>
  )
}
