import { blur, type EarlyInput } from './fields'

/** The button that was pressed or that a form was sent with, or the form itself; null where none was meant. */
function targetOf(event: MouseEvent | SubmitEvent): HTMLElement | null {
  const { target } = event
  if (event.type === 'submit' && target instanceof HTMLFormElement) {
    // Safari names it since 15.
    const submitter = 'submitter' in event && event.submitter
    return submitter || (target.querySelector<HTMLElement>('[type=submit]') ?? target)
  }
  return target instanceof Element ? target.closest<HTMLElement>('button,[role=button]') : null
}

const isSubmitButton = (target: HTMLElement) =>
  'form' in target && target.form && 'type' in target && target.type === 'submit'

/**
 * Queues presses and submissions that come before hydration, shows each as busy at once, and does them again in order
 * after the fields are entered. Links and the age gate work by themselves.
 * @param load called by each press
 * @returns does them again; from then on nothing is queued
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
    // A second press of a form's button is one press.
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
      // Safari has it since 16.
      if (target instanceof HTMLFormElement) target.requestSubmit?.()
      else target.click()
    }
    // Each when what the one before has changed is rendered.
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
