import { Component } from 'react'
import type { DrawnPage } from './drawn-page'
import { queued } from './held-presses'

const controls = 'button, summary, a, input, select, textarea, ul'

const mainOf = () => document.getElementById('main')

/** The controls of the page by what they are called; of several with one name, by their order. */
function namedControls(): Map<string, HTMLElement> {
  const named = new Map<string, HTMLElement>()
  for (const control of mainOf()?.querySelectorAll<HTMLElement>(controls) ?? []) {
    const own = ['data-wish', 'name', 'aria-label'].map((name) => control.getAttribute(name)).find(Boolean)
    let name = `${control.localName} ${own ?? control.textContent}`
    while (named.has(name)) name += ' again'
    named.set(name, control)
  }
  return named
}

const detailsOf = (control: HTMLElement) => control.closest('summary')?.closest('details')

const stateOf = (control: HTMLElement) => ({
  isOpen: detailsOf(control)?.open,
  left: control.scrollLeft,
  isQueued: control.matches(queued),
  isFocused: control === document.activeElement,
})

/**
 * Remembers what the visitor has done on the drawn page.
 * @returns does it again on the page that has taken its place: scrolled to, focused, opened and pressed is the same as before
 */
function rememberPage(): () => void {
  // The inline script records the values of all fields.
  document.dispatchEvent(new Event('shop-starting'))
  const top = window.scrollY
  const before = [...namedControls()].map(([name, control]) => [name, stateOf(control)] as const)
  return () => {
    const now = namedControls()
    // The inline script enters them again, in a task of its own.
    document.dispatchEvent(new Event('shop-ready'))
    window.scrollTo(0, top)
    for (const [name, { isOpen, left, isQueued, isFocused }] of before) {
      const control = now.get(name)
      if (!control) continue
      if (isOpen !== undefined) detailsOf(control)?.toggleAttribute('open', isOpen)
      if (left > 0) control.scrollTo({ left, behavior: 'instant' })
      if (isFocused) control.focus({ preventScroll: true })
      // After the fields.
      if (isQueued) setTimeout(() => control.click())
    }
  }
}

interface Props {
  drawn: DrawnPage | null
  /** The drawn page stands, and nothing has taken it over. */
  isDrawn: boolean
}

/**
 * Carries what the visitor has done on a drawn page over to its own code, which comes late and draws it anew. Rendered after
 * what scrolls to the top of a new page; a class, since React tells only these of a change before it makes it.
 */
export class TakeOver extends Component<Props> {
  override getSnapshotBeforeUpdate(before: Props): (() => void) | null {
    const { isDrawn, drawn } = this.props
    // The visitor may have gone on to another page.
    return before.isDrawn && !isDrawn && location.pathname === drawn?.pathname ? rememberPage() : null
  }

  override componentDidUpdate(before: Props, _state: unknown, doAgain: (() => void) | null): void {
    if (before.isDrawn && !this.props.isDrawn) mainOf()?.removeAttribute('data-drawn')
    doAgain?.()
  }

  override render() {
    return null
  }
}
