import { useCallback, useRef } from 'react'

/** Where a range began, and what was selected besides it. */
export interface SelectionAnchor {
  id: string
  /** The row at which the range ends now. */
  end: string
  base: ReadonlySet<string>
  /** Whether the range selects or deselects. */
  checked: boolean
}

/** Selects a row, or deselects it, and begins a range there. */
export function toggleRow(selection: ReadonlySet<string>, id: string): [Set<string>, SelectionAnchor] {
  const next = new Set(selection)
  const checked = !next.delete(id)
  if (checked) next.add(id)
  return [next, { id, end: id, base: next, checked }]
}

/**
 * The selection with the range from the anchor to a row. A shorter range gives back what a longer one took.
 *
 * @param order ids of the rows, as shown
 */
export function selectRange(order: readonly string[], anchor: SelectionAnchor, end: string): Set<string> {
  const [from, to] = [order.indexOf(anchor.id), order.indexOf(end)].sort((one, other) => one - other)
  const next = new Set(anchor.base)
  for (const id of order.slice(from, (to ?? 0) + 1)) {
    if (anchor.checked) next.add(id)
    else next.delete(id)
  }
  return next
}

/**
 * Selection of rows by single clicks, by ranges with Shift, and by keyboard.
 *
 * @param order ids of the rows, as shown; ids of other pages stay selected
 */
export function useRangeSelection(
  order: readonly string[],
  selection: ReadonlySet<string>,
  onSelection: (selection: ReadonlySet<string>) => void,
) {
  const anchor = useRef<SelectionAnchor | null>(null)

  const extendTo = (start: SelectionAnchor, end: string) => {
    anchor.current = { ...start, end }
    onSelection(selectRange(order, start, end))
  }
  /** A click or Space on the box of a row. */
  const press = (id: string, withShift: boolean) => {
    const start = anchor.current
    if (withShift && start && order.includes(start.id)) {
      extendTo(start, id)
      return
    }
    const [next, begun] = toggleRow(selection, id)
    anchor.current = begun
    onSelection(next)
  }
  /** Shift and an arrow key, from the row with the focus to its neighbour. */
  const step = (from: string, to: string) => {
    const start = anchor.current
    const continues = start?.end === from && start.checked && order.includes(start.id)
    const base = new Set(selection).add(from)
    extendTo(continues ? start : { id: from, end: from, base, checked: true }, to)
  }
  const selectAll = (checked: boolean) => {
    anchor.current = null
    const next = new Set(selection)
    for (const id of order) {
      if (checked) next.add(id)
      else next.delete(id)
    }
    onSelection(next)
  }
  const clear = useCallback(() => {
    anchor.current = null
    onSelection(new Set())
  }, [onSelection])
  return { press, step, selectAll, clear }
}
