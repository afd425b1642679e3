import { blur, type EarlyInput } from './fields'

/** The button that was clicked or that submitted a form, or the form itself; null for a click elsewhere. */
function targetOf(event: MouseEvent | SubmitEvent): HTMLElement | null {
  const { target } = event
  if (event.type === 'submit' && target instanceof HTMLFormElement) {
    // Supported by Safari since version 15.
    const submitter = 'submitter' in event && event.submitter
    return submitter || (target.querySelector<HTMLElement>('[type=submit]') ?? target)
  }
  return target instanceof Element ? target.closest<HTMLElement>('button,[role=button]') : null
}

const isSubmitButton = (target: HTMLElement) =>
  'form' in target && target.form && 'type' in target && target.type === 'submit'

/**
 * Queues clicks and submissions before hydration, shows each button as busy at once, and replays them in order after the
 * input of the fields. Links and the age gate work without scripts.
 * @param load called on each click
 * @returns starts the replay and stops queueing
 */
export function startReplayQueue(fields: EarlyInput, load: () => void): () => void {
  const queue: HTMLElement[] = []
  let hydrated = false

  const enqueue = (event: MouseEvent | SubmitEvent) => {
    if (hydrated) return
    load()
    const target = targetOf(event)
    if (!target || target.closest('[data-age-gate]')) return
    event.preventDefault()
    event.stopPropagation()
    // A second click on a submit button counts as one.
    if (isSubmitButton(target) && queue.includes(target)) return
    queue.push(target)
    target.setAttribute('aria-busy', 'true')
    target.setAttribute('data-queued', getComputedStyle(target).position)
  }
  const next = () => {
    const target = queue.shift()
    if (!target) return
    if (!queue.includes(target)) for (const name of ['aria-busy', 'data-queued']) target.removeAttribute(name)
    if (target.isConnected) {
      // Supported by Safari since version 16.
      if (target instanceof HTMLFormElement) target.requestSubmit?.()
      else target.click()
    }
    // Lets React render the changes of one click before the next.
    setTimeout(next)
  }
  document.addEventListener('click', enqueue, true)
  document.addEventListener('submit', enqueue, true)
  return () => {
    hydrated = true
    const focused = document.activeElement
    fields.replay()
    if (queue.length > 0 && fields.has(focused)) blur(focused)
    setTimeout(next)
  }
}
