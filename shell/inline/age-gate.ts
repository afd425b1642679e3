import { skipsAgeGate, storeAgeConfirmation } from '../src/age-gate/age-confirmation'

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Runs before the first paint: hides the gate that the server rendered from visitors who have confirmed their age and from staff, makes
 * the page behind it inert for all others, and remembers an answer given before the shop's own scripts have loaded. Once it is answered
 * the focus goes to the page's heading.
 */
export function prepareAgeGate(): void {
  const root = document.documentElement
  let gate: HTMLDialogElement | null = null
  if (skipsAgeGate()) root.dataset.age = 'ok'
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (!(target instanceof HTMLFormElement)) return
      if (target.method !== 'dialog' || !target.closest('[data-age-gate]')) return
      storeAgeConfirmation()
      root.dataset.age = 'ok'
      // After the gate has closed, which returns the focus to where it was: nowhere.
      setTimeout(focusHeading)
    },
    true,
  )
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && gate?.open) event.preventDefault()
    },
    true,
  )
  document.addEventListener('DOMContentLoaded', () => {
    gate = document.querySelector<HTMLDialogElement>('dialog[data-age-gate]')
    if (!gate || root.dataset.age === 'ok') return
    // Only a dialog opened as a modal makes the rest of the page inert.
    gate.close()
    gate.showModal()
  })
}
