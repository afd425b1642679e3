import { useCallback, useSyncExternalStore } from 'react'

/** Whether the popover of an id is open. */
export const isPopoverOpen = (id: string): boolean =>
  document.getElementById(id)?.matches(':popover-open') ?? false

/**
 * Whether a popover has to stand in the page that browsers open without the shop's scripts: on the server, in hydration, and as long
 * as one is open that a visitor opened before.
 */
export function useDrawnPopover(id: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const popover = document.getElementById(id)
      popover?.addEventListener('toggle', listener)
      return () => popover?.removeEventListener('toggle', listener)
    },
    [id],
  )
  return useSyncExternalStore(
    subscribe,
    () => isPopoverOpen(id),
    () => true,
  )
}
