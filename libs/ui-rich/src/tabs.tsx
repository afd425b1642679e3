import { Tabs as Parts } from '@chakra-ui/react/tabs'
import type { ReactNode } from 'react'

interface TabItem {
  value: string
  label: ReactNode
  content: ReactNode
  disabled?: boolean
}

export interface TabsProps {
  items: TabItem[]
  /** What the tabs choose between, for screen readers. */
  label: string
  /** Controlled; otherwise `defaultValue`, or the first. */
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  /** All tabs share the whole width. */
  fitted?: boolean
}

/** Several panes in one place; arrows move between the tabs. Only the chosen pane is mounted. */
export function Tabs({ items, label, value, defaultValue, onChange, fitted }: TabsProps) {
  return (
    <Parts.Root
      {...(value === undefined ? { defaultValue: defaultValue ?? items[0]?.value } : { value })}
      onValueChange={(change) => onChange?.(change.value)}
      lazyMount
      unmountOnExit
    >
      <Parts.List
        aria-label={label}
        display="flex"
        overflowX="auto"
        borderBottom="1px solid {colors.line}"
        gap={fitted ? '0' : '1.5rem'}
      >
        {items.map((item) => (
          <Parts.Trigger
            key={item.value}
            value={item.value}
            disabled={item.disabled}
            flex={fitted ? '1' : 'none'}
            minHeight="52px"
            color="muted"
            fontWeight={500}
            position="relative"
            cursor="pointer"
            whiteSpace="nowrap"
            _hover={{ color: 'ink' }}
            _focusVisible={{ outlineOffset: '-2px' }}
            _disabled={{ color: 'disabled', cursor: 'not-allowed' }}
            _selected={{
              color: 'ink',
              _after: {
                content: '""',
                position: 'absolute',
                inset: 'auto 0 0',
                height: '2px',
                background: 'accent',
              },
            }}
          >
            {item.label}
          </Parts.Trigger>
        ))}
      </Parts.List>
      {items.map((item) => (
        <Parts.Content key={item.value} value={item.value} paddingTop="1.5rem">
          {item.content}
        </Parts.Content>
      ))}
    </Parts.Root>
  )
}
