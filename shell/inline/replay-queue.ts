import { answerControl } from './early-controls'
import { cartForm, setBusy } from './early-page'
import { blur, type EarlyInput } from './fields'

/** What was clicked, or the button that submits a form, else the form itself; null for a click elsewhere. */
function targetOf({ target, submitter }: Event & Partial<SubmitEvent>): HTMLElement | null {
  if (submitter || !(target instanceof Element)) return submitter ?? null
  return target.closest(submitter === null ? 'form' : 'button,[data-show]')
}

/** Selects what the shop's scripts have yet to take over of the page that the server drew, while they have the rest. */
const drawn = '[data-drawn]'

/**
 * Answers clicks and submissions before hydration where a page can, and queues the others: shows each button as busy at once, and
 * replays them in order after the input of the fields. Links, the age gate, and popovers with what is in them work without scripts.
 * @param load called on each click
 * @param addToCart answers the button of a form that adds a product, now and as long as nothing else does
 * @returns `replay` starts the replay and stops queueing; `add` queues one press, or replays it at once
 */
export function startReplayQueue(
  fields: EarlyInput,
  load: () => void,
  addToCart: (button: HTMLButtonElement) => void,
): { add: (target: HTMLElement) => void; replay: () => void } {
  const queue: HTMLElement[] = []
  let hydrated = false
  let replaying = false

  const add = (target: HTMLElement) => {
    queue.push(target)
    setBusy(target, true)
    if (hydrated) setTimeout(next)
  }
  const onPress = (event: MouseEvent | SubmitEvent) => {
    const target = targetOf(event)
    if (!target || event.defaultPrevented || target.closest('[data-age-gate],[popovertarget],[popover]'))
      return
    const button = target.closest<HTMLButtonElement>('[type=submit]')
    const cartButton = button?.form?.matches(cartForm) && button
    const isBusy = target.hasAttribute('data-queued')
    // The shop's own listeners come between the two phases; what is still as the server drew it has none.
    if (
      hydrated &&
      !target.closest(drawn) &&
      (!cartButton || replaying || (event.eventPhase === 1 && !isBusy))
    )
      return
    event.stopPropagation()
    // The browser submits it next.
    if (cartButton && event.type === 'click') return
    event.preventDefault()
    // A second press on a submit button counts as one.
    if (button && isBusy) return
    if (cartButton) addToCart(cartButton)
    else {
      load()
      if (!answerControl(target, fields)) add(target)
    }
  }
  const next = () => {
    const target = queue.shift()
    if (!target) return
    // The shop finds it by its mark when it takes the page over.
    if (!target.closest(drawn)) {
      setBusy(target, false)
      replaying = true
      if (target instanceof HTMLFormElement) target.requestSubmit()
      else target.click()
      replaying = false
    }
    // Lets React render the changes of one click before the next.
    setTimeout(next)
  }
  addEventListener('click', onPress, true)
  addEventListener('submit', onPress, true)
  addEventListener('submit', onPress)
  return {
    add,
    replay() {
      const focused = document.activeElement as Element
      fields.replay(hydrated)
      hydrated = true
      if (queue[0] && fields.has(focused)) blur(focused)
      setTimeout(next)
    },
  }
}
