import { cartFormPath } from '@shop/supabase/guest'

/** Selects the form that adds a product, wherever a page draws it. */
export const cartForm = `form[action="${cartFormPath}"]`

/** Shows that a button is busy, or that it is no longer. */
export function setBusy(target: HTMLElement, busy: boolean): void {
  target.toggleAttribute('data-queued', busy)
  target.setAttribute('aria-busy', String(busy))
}

/** The text under a key of the browser's storage. @param text stored first; @returns null where storage is blocked or full */
export function stored(key: string, text?: string): string | null {
  try {
    if (text) localStorage.setItem(key, text)
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
