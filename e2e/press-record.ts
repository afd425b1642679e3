import type { Page } from '@playwright/test'

/** How a page met one press of the visitor. */
export interface MetPress {
  x: number
  y: number
  /** From the press until something changed about what was pressed, in milliseconds; null when nothing did. */
  sign: number | null
  /** Whether a button that sends was free to; unsure while the answer to a press before is just there or not yet sent for. */
  took: 'yes' | 'no' | 'unsure'
}

/** What a page has met. */
export interface Met {
  presses: MetPress[]
  /** How far the page has shifted by itself. Messages may move those above them: one of a press that waited comes late. */
  shift: number
  /** What shifted. */
  moved: string[]
}

/** Runs in the page before anything else. */
function record(): void {
  const met: Met = { presses: [], shift: 0, moved: [] }
  Object.assign(window, { met })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    })[]) {
      const isOfPage = ({ node }: { node: Node | null }) => {
        const element = node instanceof Element ? node : node?.parentElement
        return element && !element.closest('[role=region][aria-label=Notifications]')
      }
      if (entry.hadRecentInput || !entry.sources.some(isOfPage)) continue
      met.shift += entry.value
      met.moved.push(...entry.sources.map(({ node }) => (node?.textContent ?? '').slice(0, 60)))
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const submits = (button: Element) => button.matches('form[action="/cart"] [type=submit]')
  let isPending = false
  let settledAt = Number.NEGATIVE_INFINITY
  const send = window.fetch
  window.fetch = async (...request) => {
    const answer = send(...request)
    const [, init] = request
    const method = init?.method ?? (request[0] instanceof Request ? request[0].method : 'GET')
    if (method !== 'POST') return answer
    const settle = () => {
      isPending = false
      settledAt = performance.now()
    }
    answer.then(settle, settle)
    return answer
  }
  const tookOf = (button: Element): MetPress['took'] => {
    if (!submits(button)) return 'yes'
    if (button.getAttribute('aria-busy') === 'true') return 'no'
    return isPending || performance.now() - settledAt < 200 ? 'unsure' : 'yes'
  }
  let current: { press: MetPress; at: number; scopes: readonly (Element | null)[] } | null = null
  addEventListener(
    'click',
    ({ target, isTrusted, clientX: x, clientY: y }) => {
      const pressed = target instanceof Element ? target.closest('button, summary') : null
      if (!pressed) return
      const press: MetPress = { x, y, sign: null, took: tookOf(pressed) }
      if (submits(pressed) && press.took === 'yes') isPending = true
      if (!isTrusted) return
      met.presses.push(press)
      // The theme is the document's, the count of the cart and the menu the header's.
      const scopes = [pressed.parentElement, document.querySelector('header')]
      current = { press, at: performance.now(), scopes }
    },
    true,
  )
  // The gallery answers by moving.
  addEventListener(
    'scroll',
    () => {
      if (current && current.press.sign === null) current.press.sign = performance.now() - current.at
    },
    true,
  )
  new MutationObserver((changes) => {
    if (!current || current.press.sign !== null) return
    const { press, at, scopes } = current
    const isSign = ({ target }: MutationRecord) =>
      target === document.documentElement || scopes.some((scope) => scope?.contains(target))
    if (changes.some(isSign)) press.sign = performance.now() - at
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}

/** Records every press of the pages opened from here on. @returns reads what the open page has met */
export async function recordPresses(page: Page): Promise<() => Promise<Met>> {
  await page.addInitScript(record)
  return () => page.evaluate(() => (window as unknown as { met: Met }).met)
}
