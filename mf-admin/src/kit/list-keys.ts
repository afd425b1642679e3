/** A key and what it does. */
interface KeyUse {
  /** As `KeyboardEvent.key` reports it, letters small. */
  key: string
  /** With Ctrl, or Command on a Mac. */
  mod?: boolean
  label: string
}

/** The keys of a list while one of its rows has the focus; `useRowKeys` obeys them, the sheet of shortcuts shows them. */
export const listKeys = {
  next: { key: 'ArrowDown', label: 'Next row; with Shift it is selected too' },
  previous: { key: 'ArrowUp', label: 'Previous row; with Shift it is selected too' },
  first: { key: 'Home', label: 'First row of the page' },
  last: { key: 'End', label: 'Last row of the page' },
  all: { key: 'a', mod: true, label: 'Select all rows of the page' },
  none: { key: 'Escape', label: 'Select none' },
  edit: { key: 'e', label: 'Open the row' },
} as const satisfies Record<string, KeyUse>

/** The key that focuses the search above a list. */
export const searchKey: KeyUse = { key: '/', label: 'Search this list' }

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Whether a press is that of a key; Shift is left to who asks. */
export const isPressed = ({ key, ctrlKey, metaKey, altKey }: Pressed, use: KeyUse): boolean =>
  (key.length === 1 ? key.toLowerCase() : key) === use.key &&
  (ctrlKey || metaKey) === (use.mod ?? false) &&
  !altKey

type ListKey = keyof typeof listKeys

/** The list key that was pressed, if it is one. */
export const listKeyOf = (event: Pressed): ListKey | undefined =>
  Object.keys(listKeys).find(
    (name): name is ListKey => name in listKeys && isPressed(event, listKeys[name as ListKey]),
  )
