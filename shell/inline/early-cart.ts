import { cartFormPath, guestCookie } from '@shop/supabase/guest'
import { shopSessionKey } from '@shop/supabase/session-keys'
import type { EarlyAnswer } from './early-answer'
import { setBusy, stored } from './early-page'

/** Sends the form's fields. An answer that was lost is asked for once more, under the same key. */
function post(fields: FormData): Promise<EarlyAnswer> {
  const ask = async () => {
    const answer = await fetch(cartFormPath, {
      method: 'POST',
      // It has no files.
      body: new URLSearchParams(fields as never),
      headers: {
        'idempotency-key': press,
        'x-session-id': stored(guestCookie) ?? '',
        'x-session-token': JSON.parse(stored(shopSessionKey) ?? '{}').access_token ?? '',
      },
      keepalive: true,
    })
    return answer.json()
  }
  const press = String(crypto.getRandomValues(new Uint32Array(4)))
  return ask().catch(ask)
}

/** Whether the shop's scripts will find the guest's cart: their id is in the browser's storage. */
const isKept = (guest: string | null) =>
  !guest || (stored(guestCookie) ?? stored(guestCookie, guest)) === guest

/**
 * Adds products to the cart as long as the shop's scripts do not: at once, with the count in the header, "Added" on the button and a
 * word for screen readers.
 * @param refuse called with the button where it was refused or could not be sent: the shop's scripts explain it
 * @param load loads those scripts; before the answer they would only be in its way
 * @returns answers a press on the button of a cart form
 */
export function startEarlyCart(
  refuse: (button: HTMLButtonElement) => void,
  load: () => void,
): (button: HTMLButtonElement) => void {
  let last = Promise.resolve()
  const add = async (button: HTMLButtonElement, fields: FormData) => {
    const answer = await post(fields).catch(() => null)
    if (answer?.count && isKept(answer.guest)) {
      setBusy(button, false)
      button.toggleAttribute('data-added', true)
      setTimeout(() => button.toggleAttribute('data-added', false), 2000)
      const badge = document.querySelector<HTMLElement>('[data-cart]>:last-child')
      if (badge) {
        badge.dataset.count = answer.count
        badge.hidden = false
        badge.parentElement?.setAttribute('aria-label', answer.label)
      }
      document.querySelector('[data-said]')?.replaceChildren(answer.said)
      // The shop's scripts find it here, now or when they come. No rule may name this attribute: a browser would work out the styles of the whole page.
      document.documentElement.dataset.about = answer.about
    } else refuse(button)
    load()
  }
  return (button) => {
    const fields = new FormData(button.form ?? undefined)
    setBusy(button, true)
    last = last.then(() => add(button, fields))
  }
}
