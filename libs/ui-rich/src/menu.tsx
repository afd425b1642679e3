import { Menu as Parts } from '@chakra-ui/react/menu'
import { Portal } from '@chakra-ui/react/portal'
import { Icon, type IconComponent } from '@shop/ui'
import type { ReactElement, ReactNode } from 'react'

export interface MenuItem {
  value: string
  label: ReactNode
  icon?: IconComponent
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

export interface MenuProps {
  /** The button that opens it; an IconButton or a Button. */
  trigger: ReactElement
  items: MenuItem[]
  /** What the menu is about, for screen readers. */
  label?: string
}

/** Actions behind a button: arrows, first letters and Escape work as in any menu. */
export function Menu({ trigger, items, label }: MenuProps) {
  return (
    <Parts.Root
      onSelect={({ value }) => items.find((item) => item.value === value)?.onSelect()}
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
    >
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Portal>
        <Parts.Positioner>
          <Parts.Content
            aria-label={label}
            zIndex="overlay"
            minWidth="12rem"
            padding=".35rem"
            background="raised"
            color="ink"
            borderRadius="panel"
            boxShadow="2"
            outline="none"
            animationStyle="fade"
            _highContrast={{ border: '1px solid' }}
          >
            {items.map(({ value, label: words, icon, danger, disabled }) => (
              <Parts.Item
                key={value}
                value={value}
                disabled={disabled}
                display="flex"
                alignItems="center"
                gap=".75rem"
                minHeight="44px"
                paddingInline=".75rem"
                borderRadius="control"
                textStyle="small"
                cursor="pointer"
                outline="none"
                color={danger ? 'danger' : undefined}
                _highlighted={{ background: 'sunken', outline: '2px solid transparent' }}
                _disabled={{ color: 'disabled', cursor: 'not-allowed' }}
              >
                {icon && <Icon as={icon} size="s" />}
                {words}
              </Parts.Item>
            ))}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}
