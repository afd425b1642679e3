import { Menu } from '@chakra-ui/react/menu'
import { Portal } from '@chakra-ui/react/portal'
import { chakra } from '@chakra-ui/react/styled-system'
import Check from 'lucide-react/icons/check'
import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { useDensity } from '../density'
import { Icon, type IconComponent } from '../icon'

/** An item of a menu. */
export interface MenuAction {
  label: string
  /** Tells it from others of the same label. */
  id?: string
  /** The text for screen readers, where that is more than its label. */
  name?: string
  icon?: IconComponent
  /** At the far end of its line. */
  note?: string
  /** The action destroys something. */
  danger?: boolean
  /** Whether it is what the page shows; the others of its menu then leave room for the mark. */
  current?: boolean
  /** Whether it is on: a checkbox, which leaves the menu open. */
  checked?: boolean
  onChoose: () => void
}

export interface ActionMenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** Groups of items, with a rule between them. */
  groups: readonly (readonly MenuAction[])[]
  /** Above the items. */
  notice?: ReactNode
  /** At which end of its button it stands. */
  align?: 'start' | 'end'
  width?: string
}

const styles = {
  display: 'flex',
  alignItems: 'center',
  gap: '.7rem',
  minHeight: '44px',
  paddingInline: '.7rem',
  borderRadius: 'control',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '@media (min-width: 900px) and (pointer: fine)': { minHeight: '36px' },
  _highlighted: { background: 'sunken' },
} as const
const Item = chakra(Menu.Item, { base: styles, variants: { danger: { true: { color: 'danger' } } } })
const CheckItem = chakra(Menu.CheckboxItem, { base: styles })

const Box = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: '20px',
    height: '20px',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'control',
    background: 'raised',
    color: 'accentInk',
    '[data-state=checked] > &': { background: 'accent', borderColor: 'accent' },
    _highContrast: { '[data-state=checked] > &': { background: 'Highlight', forcedColorAdjust: 'none' } },
  },
})
const Note = chakra('span', { base: { marginInlineStart: 'auto', color: 'muted', textStyle: 'micro' } })

function Action({ action, onSelect }: { action: MenuAction; onSelect: () => void }) {
  const { label, id = label, name, icon, note, danger, current, checked, onChoose } = action
  const item = { value: id, valueText: label, 'aria-label': name }
  if (checked !== undefined)
    return (
      <CheckItem {...item} checked={checked} onCheckedChange={onChoose} closeOnSelect={false}>
        <Box>
          <Menu.ItemIndicator>
            <Icon as={Check} size="s" />
          </Menu.ItemIndicator>
        </Box>
        {label}
      </CheckItem>
    )
  return (
    <Item {...item} danger={danger} aria-current={current || undefined} onSelect={onSelect}>
      {icon && <Icon as={icon} size="s" />}
      {current !== undefined && (
        <chakra.span flex="none" width="16px" display="grid">
          {current && <Icon as={Check} size="s" />}
        </chakra.span>
      )}
      {label}
      {note && <Note>{note}</Note>}
    </Item>
  )
}

/** A button that opens a menu. */
export function ActionMenu({ trigger, groups, notice, align = 'end', width }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Above everything of the page, and still in its landmark.
  const main = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    main.current = button.current?.closest('main') ?? null
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    // React passes the keys on to what is around the button, which may have keys of its own.
    event.stopPropagation()
    if (event.key !== 'Tab') return
    // Tab leads from the button to what follows it.
    button.current?.focus()
    setOpen(false)
  }
  const density = useDensity()
  const content: ComponentProps<typeof Menu.Content> = width ? { width } : { minWidth: '12rem' }
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={({ open }) => setOpen(open)}
      positioning={{ placement: `bottom-${align}`, gutter: 4, strategy: 'fixed' }}
      lazyMount
      unmountOnExit
    >
      <Menu.Trigger asChild ref={button}>
        {trigger}
      </Menu.Trigger>
      <Portal container={main}>
        <Menu.Positioner onKeyDown={onKeyDown}>
          <Menu.Content
            {...content}
            zIndex="overlay"
            maxHeight="24rem"
            overflow="auto"
            padding=".35rem"
            background="raised"
            color="ink"
            textStyle={density === 'desk' ? 'deskBody' : 'body'}
            borderRadius="panel"
            boxShadow="2"
            outline="none"
            _highContrast={{ border: '1px solid' }}
          >
            {notice}
            {groups.map((actions, index) => (
              <chakra.div
                key={actions[0]?.label ?? index}
                _notFirst={{ borderTop: '1px solid {colors.line}', marginTop: '.4rem', paddingTop: '.4rem' }}
              >
                {actions.map((action) => (
                  <Action
                    key={action.id ?? action.label}
                    action={action}
                    onSelect={() => {
                      // A dialog that opens gives the focus back to what had it before.
                      button.current?.focus()
                      action.onChoose()
                    }}
                  />
                ))}
              </chakra.div>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
