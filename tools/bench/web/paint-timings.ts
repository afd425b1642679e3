import type { Page } from 'playwright'

/** Paints, layout shifts and long tasks of a page; times in milliseconds since the navigation. */
export interface PaintTimings {
  firstPaint: number
  largestPaint: number
  /** The element or file of the largest paint. */
  largest: string
  layoutShift: number
  /** How long each task took that took more than 50 ms. */
  longTasks: number[]
}

// A type of the browsers that TypeScript does not have.
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

declare global {
  interface Window {
    paintTimings: PaintTimings
  }
}

/** Runs in the page before anything else. */
function watch(): void {
  const timings: PaintTimings = {
    firstPaint: 0,
    largestPaint: 0,
    largest: '',
    layoutShift: 0,
    longTasks: [],
  }
  window.paintTimings = timings
  const isShift = (entry: PerformanceEntry): entry is LayoutShift => entry.entryType === 'layout-shift'
  const on = (type: string, note: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(note)
    }).observe({ type, buffered: true })
  }
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') timings.firstPaint = entry.startTime
  })
  on('largest-contentful-paint', (entry) => {
    if (!(entry instanceof LargestContentfulPaint)) return
    timings.largestPaint = entry.startTime
    timings.largest = entry.url
      ? (entry.url.split('/').pop() ?? '')
      : `${entry.element?.localName ?? '?'} "${(entry.element?.textContent ?? '').slice(0, 30)}"`
  })
  on('layout-shift', (entry) => {
    if (isShift(entry) && !entry.hadRecentInput) timings.layoutShift += entry.value
  })
  on('longtask', (entry) => {
    timings.longTasks.push(entry.duration)
  })
}

/** Records the timings of the pages that are opened from here on. @returns a function that reads those of the open page */
export async function watchPaintTimings(page: Page): Promise<() => Promise<PaintTimings>> {
  await page.addInitScript(watch)
  return () => page.evaluate(() => window.paintTimings)
}
