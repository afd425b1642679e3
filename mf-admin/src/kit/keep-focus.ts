import { useEffect, useRef, type FocusEvent } from 'react'

/**
 * Keeps the focus in a table whose focused row is gone, such as a deleted product: it moves to the row that took its
 * place, or to `#main` after the last.
 *
 * @param order ids of the rows, as shown; rows have `data-row`
 * @returns handlers of the table body
 */
export function useKeepFocus(order: readonly string[]) {
  const last = useRef<{ id: string; index: number } | null>(null)
  useEffect(() => {
    const was = last.current
    if (!was || order.includes(was.id)) return
    last.current = null
    if (document.activeElement && document.activeElement !== document.body) return
    const next = order[Math.min(was.index, order.length - 1)]
    const row = [...document.querySelectorAll<HTMLElement>('tr[data-row]')].find(
      ({ dataset }) => dataset.row === next,
    )
    const target =
      row?.querySelector<HTMLElement>('input, a[href], button') ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  }, [order])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const id = target.closest<HTMLElement>('tr[data-row]')?.dataset.row
      if (id !== undefined) last.current = { id, index: order.indexOf(id) }
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget) last.current = null
    },
  }
}
