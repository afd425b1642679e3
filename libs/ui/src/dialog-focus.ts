import { useLayoutEffect, type RefObject } from 'react'

/** What opened a dialog, by its content. */
const openers = new WeakMap<Element, Element>()

/** What opened a dialog, or if that was in a dialog that has gone as well, what opened that. */
function remaining(opener: Element | null | undefined): HTMLElement | null {
  if (!(opener instanceof HTMLElement)) return null
  if (opener.isConnected) return opener
  const dialog = opener.closest('[role=dialog]')
  return remaining(dialog && openers.get(dialog))
}

/** What has the focus inside a dialog, if not the dialog itself. */
export function focusedIn(content: Element | null): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused !== content && content?.contains(focused) ? focused : null
}

/** Where the focus goes when a dialog has closed: nowhere if another one, opened meanwhile, has it. */
export function focusAfter(opener: Element | null | undefined): HTMLElement | null {
  const target = remaining(opener)
  const focused = document.activeElement
  const other = focused?.closest('[role=dialog][data-state=open]')
  return focused instanceof HTMLElement && other && !other.contains(target) ? focused : target
}

/**
 * Takes the focus as soon as a dialog is there; Zag does it a frame later, and selects what has been typed by then. Returns the focus at
 * once from a dialog that is removed while it is open, since another may take its place.
 *
 * @param panel an element in the dialog
 */
export function useDialogFocus(
  panel: RefObject<HTMLElement | null>,
  opener: Element | null | undefined,
  initialFocus: RefObject<HTMLElement | null> | undefined,
): void {
  useLayoutEffect(() => {
    const content = panel.current?.closest<HTMLElement>('[role=dialog]') ?? null
    if (content && opener) openers.set(content, opener)
    if (!focusedIn(content)) (initialFocus?.current ?? content)?.focus({ preventScroll: true })
    return () => {
      const target = remaining(opener)
      if (!target || !content?.contains(document.activeElement)) return
      target.focus({ preventScroll: true })
      // React hears no events while it changes the page, so that the button of a menu would not know that it has the focus.
      queueMicrotask(() => {
        if (target.matches(':focus')) target.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
      })
    }
  }, [panel, initialFocus, opener])
}
