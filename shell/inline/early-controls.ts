import { themeKey } from '@shop/ui/document'
import { wishlistKey } from '@shop/wishlist/key'
import { stored } from './early-page'
import type { EarlyInput } from './fields'

/** Moves the list of pictures by its width, or the number in the field. @returns false beyond its limits, which the shop explains */
function move(steps: Element | null, by: number, fields: EarlyInput): boolean {
  const subject = steps?.querySelector('input,ul')
  if (subject instanceof HTMLInputElement) {
    // Hydration resets the field, and what was entered comes again only after it.
    const value = Number(fields.get(subject) ?? subject.value) + by
    if (!value || value > Number(subject.getAttribute('aria-valuemax'))) return false
    subject.value = String(value)
    subject.setAttribute('aria-valuenow', subject.value)
    // As if it were typed: the shop's scripts take it over with the other fields.
    subject.dispatchEvent(new Event('input', { bubbles: true }))
  } else subject?.scrollBy({ left: by * subject.clientWidth, behavior: 'instant' })
  steps?.querySelector('[aria-disabled]')?.removeAttribute('aria-disabled')
  return true
}

const nextThemes: Record<string, string> = { dark: 'system', system: 'light' }

/**
 * Does what a pressed control says in its markup: `data-step` moves the number or the list in `data-steps`, `data-show` scrolls to
 * what the link names, `data-theme-next` changes the theme, `data-wish` adds a product to the guest's wishlist, which an account takes over.
 * @returns whether that was all that there is to do
 */
export function answerControl(target: HTMLElement, fields: EarlyInput): boolean {
  const { step, themeNext, wish } = target.dataset
  // What is no id is dropped when the list is read.
  const list = stored(wishlistKey) ?? '[0]'
  if (step) return move(target.closest('[data-steps]'), Number(step), fields)
  if (target instanceof HTMLAnchorElement)
    document.querySelector(target.hash)?.scrollIntoView({ block: 'nearest' })
  else if (
    themeNext
      ? stored(themeKey, nextThemes[String(stored(themeKey))] ?? 'dark')
      : wish &&
        // A second press removes it, which is the shop's, as is the refusal of a full list.
        target.ariaPressed !== (target.ariaPressed = 'true') &&
        !list[3900] &&
        stored(wishlistKey, `["${wish}",${list.slice(1)}`)
  )
    // The script that set the theme listens to it, and the shop, as to other tabs.
    dispatchEvent(new StorageEvent('storage'))
  else return false
  return true
}
