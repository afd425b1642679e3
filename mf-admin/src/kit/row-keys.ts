import type { KeyboardEvent } from 'react'
import { listKeyOf } from './list-keys'

const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)'
const typing = 'input:not([type=checkbox]), select, textarea, [contenteditable]'

/** Focuses the control of a row that is where the focus was in another row. */
function focusSamePlace(from: HTMLElement, row: HTMLElement) {
  const cell = from.closest('td')
  const index = cell ? [...(cell.parentElement?.children ?? [])].indexOf(cell) : 0
  const place = [...(cell?.querySelectorAll(controls) ?? [])].indexOf(from)
  const same = row.children[index]?.querySelectorAll<HTMLElement>(controls)
  const target = same?.[place] ?? same?.[0] ?? row.querySelector<HTMLElement>(controls)
  target?.focus()
}

interface RowKeys {
  /** Ids of the rows, as shown. */
  order: readonly string[]
  selecting?: {
    step: (from: string, to: string) => void
    selectAll: (checked: boolean) => void
    clear: () => void
  }
  hasSelection?: boolean
  onEdit?: (id: string) => void
}

/**
 * The keys of a table body whose rows have `data-row`: arrow keys, Home and End move between rows, with Shift they select;
 * Ctrl+A selects all, Escape none; E edits.
 */
export function useRowKeys({ order, selecting, hasSelection, onEdit }: RowKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    if (event.defaultPrevented || !(target instanceof HTMLElement) || target.matches(typing)) return
    const pressed = listKeyOf(event)
    // Events of dialogs that a cell has opened bubble through React, but not through the page.
    const row = target.closest<HTMLElement>('tr[data-row]')
    if (!pressed || !row || !currentTarget.contains(row)) return
    const id = row.dataset.row ?? ''
    const index = order.indexOf(id)
    const moveTo = (to: string | undefined) => {
      event.preventDefault()
      const other = [...currentTarget.querySelectorAll<HTMLElement>('tr[data-row]')].find(
        (each) => each.dataset.row === to,
      )
      if (to === undefined || !other) return
      focusSamePlace(target, other)
      if (event.shiftKey) selecting?.step(id, to)
    }
    const actions: Record<typeof pressed, () => void> = {
      next: () => moveTo(order[index + 1]),
      previous: () => moveTo(order[index - 1]),
      first: () => moveTo(order[0]),
      last: () => moveTo(order.at(-1)),
      all: () => {
        if (!selecting) return
        event.preventDefault()
        selecting.selectAll(true)
      },
      none: () => {
        if (!selecting || !hasSelection) return
        event.preventDefault()
        selecting.clear()
      },
      edit: () => {
        if (event.shiftKey || !onEdit) return
        event.preventDefault()
        onEdit(id)
      },
    }
    actions[pressed]()
  }
}
