import { expect, type Page } from '@playwright/test'

/** A layout shift: its score and the elements that moved. */
interface Shift {
  score: number
  startTime: number
  elements: string[]
}

// A type of the browsers that TypeScript does not have.
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

declare global {
  interface Window {
    shifts: Shift[]
    /** When the first frame of the whole document was painted; undefined before. */
    wholeSince?: number
  }
}

/** Expects no layout shift since the first paint of the open page. @param label names the page in the failure */
export type ExpectNoShift = (label: string) => Promise<void>

// A fraction of a pixel scores some hundred-thousandths.
const maxScore = 0.0005

/**
 * Records the layout shifts of the pages opened from here on, except those after a visitor's input and those while the
 * document is parsed, up to the first frame that has all of it: a busy browser paints what has been parsed, which moves when the rest
 * is there.
 */
export async function watchLayoutShifts(page: Page): Promise<ExpectNoShift> {
  await page.addInitScript(() => {
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => entry.entryType === 'layout-shift'
    const shifts: Shift[] = []
    window.shifts = shifts
    addEventListener('DOMContentLoaded', () => {
      requestAnimationFrame(() => {
        requestAnimationFrame(() => {
          window.wholeSince = performance.now()
        })
      })
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries().filter(isShift)) {
        const elements = entry.sources.map(
          ({ node, previousRect: a, currentRect: b }) =>
            `${(node?.outerHTML ?? node?.textContent ?? '').slice(0, 120)} [${[a.x, a.y, a.width, a.height].join(' ')} -> ${[b.x, b.y, b.width, b.height].join(' ')}]`,
        )
        if (!entry.hadRecentInput) shifts.push({ score: entry.value, startTime: entry.startTime, elements })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async (label) => {
    const shifts = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame)
      const since = window.wholeSince ?? 0
      return window.shifts.filter(({ startTime }) => startTime >= since)
    })
    expect
      .soft(
        shifts.reduce((sum, { score }) => sum + score, 0),
        `${label}: ${JSON.stringify(shifts)}`,
      )
      .toBeLessThan(maxScore)
  }
}
