import { expect, type Page } from '@playwright/test'

/** A shift of the page while it is looked at, and what moved. */
interface Shift {
  by: number
  what: string[]
}

/** Expects that the page before the visitor has not moved since its first paint. @param label what to call it */
export type Stands = (label: string) => Promise<void>

// A space between two words that a late font makes a hair wider counts some hundred-thousandths.
const nothing = 0.001

/** Notes every shift of the pages opened from here on, but those that answer the visitor. */
export async function watchShifts(page: Page): Promise<Stands> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        const what = entry.sources.map(
          ({ node, previousRect: a, currentRect: b }) =>
            `${(node?.outerHTML ?? node?.textContent ?? '').slice(0, 120)} [${[a.x, a.y, a.width, a.height].join(' ')} -> ${[b.x, b.y, b.width, b.height].join(' ')}]`,
        )
        if (!entry.hadRecentInput) shifts.push({ by: entry.value, what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async (label) => {
    const seen = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame)
      return (window as unknown as { shifts: Shift[] }).shifts
    })
    expect
      .soft(
        seen.reduce((sum, { by }) => sum + by, 0),
        `${label}: ${JSON.stringify(seen)}`,
      )
      .toBeLessThan(nothing)
  }
}
