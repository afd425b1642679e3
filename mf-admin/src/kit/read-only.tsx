import { chakra, Text } from '@shop/ui'
import { createContext, useContext, type ReactNode } from 'react'

const ReadOnlyContext = createContext(false)

/** What is within a form whose record may only be read. */
export const ReadOnly = ReadOnlyContext.Provider

/** Whether the form around it may only be read; its fields then are text. */
export const useReadOnly = (): boolean => useContext(ReadOnlyContext)

const List = chakra('dl', { base: { display: 'grid', gap: '.15rem', minWidth: '0' } })
const Value = chakra('dd', { base: { margin: '0', overflowWrap: 'anywhere', whiteSpace: 'pre-line' } })

/** A value in words: lists by commas, switches On or Off; null for an empty one. */
function inWords(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.join(', ') || null
  return typeof value === 'string' || typeof value === 'number' ? String(value) || null : null
}

/** A field as text: its label and value. @param children how the value is shown; 'None' for nothing */
export function ReadValue({ label, children }: { label: ReactNode; children?: ReactNode }) {
  return (
    <List>
      <Text as="dt" textStyle="small" color="muted">
        {label}
      </Text>
      <Value>{children ?? <Text color="muted">None</Text>}</Value>
    </List>
  )
}

/** The value of a form's field in words. @param show other words for it */
export const valueInWords = (value: unknown, show?: (value: string) => ReactNode): ReactNode =>
  show && typeof value === 'string' && value !== '' ? show(value) : inWords(value)
