import type { Page } from 'playwright'

/** What a page tells of its own pace; times in milliseconds since the navigation. */
export interface Pace {
  firstPaint: number
  largestPaint: number
  /** What was painted then. */
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
    pace: Pace
  }
}

/** Runs in the page before anything else. */
function watch(): void {
  const pace: Pace = {
    firstPaint: 0,
    largestPaint: 0,
    largest: '',
    layoutShift: 0,
    longTasks: [],
  }
  window.pace = pace
  const isShift = (entry: PerformanceEntry): entry is LayoutShift => entry.entryType === 'layout-shift'
  const on = (type: string, note: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(note)
    }).observe({ type, buffered: true })
  }
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') pace.firstPaint = entry.startTime
  })
  on('largest-contentful-paint', (entry) => {
    if (!(entry instanceof LargestContentfulPaint)) return
    pace.largestPaint = entry.startTime
    pace.largest = entry.url
      ? (entry.url.split('/').pop() ?? '')
      : `${entry.element?.localName ?? '?'} "${(entry.element?.textContent ?? '').slice(0, 30)}"`
  })
  on('layout-shift', (entry) => {
    if (isShift(entry) && !entry.hadRecentInput) pace.layoutShift += entry.value
  })
  on('longtask', (entry) => {
    pace.longTasks.push(entry.duration)
  })
}

/** Watches the pace of the pages that are opened from here on. @returns reads that of the open page */
export async function watchPace(page: Page): Promise<() => Promise<Pace>> {
  await page.addInitScript(watch)
  return () => page.evaluate(() => window.pace)
}
