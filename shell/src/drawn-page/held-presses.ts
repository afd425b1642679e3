import { cartFormPath } from '@shop/supabase'

/** Selects what was pressed before it could answer, but for what adds to the cart, which the page's first script does by itself. */
export const queued = `[data-queued]:not(form[action="${cartFormPath}"] *)`

/**
 * Marks the drawn page as one that nothing has taken over yet: as long as it is, the page's first script answers it, and queues what
 * it cannot answer. Otherwise that is up to the browser: forms are sent.
 */
export function holdPresses(isHeld: boolean): void {
  const main = document.getElementById('main')
  main?.toggleAttribute('data-drawn', isHeld)
  if (isHeld) return
  for (const control of main?.querySelectorAll<HTMLElement>(queued) ?? []) {
    control.removeAttribute('data-queued')
    control.removeAttribute('aria-busy')
    control.click()
  }
}
