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

type Entry = PerformanceEntry & {
  value?: number
  hadRecentInput?: boolean
  element?: Element
  url?: string
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
  Object.assign(window, { pace })
  const on = (type: string, note: (entry: Entry) => void) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(note)
    }).observe({ type, buffered: true })
  }
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') pace.firstPaint = entry.startTime
  })
  on('largest-contentful-paint', (entry) => {
    pace.largestPaint = entry.startTime
    pace.largest = entry.url
      ? (entry.url.split('/').pop() ?? '')
      : `${entry.element?.localName ?? '?'} "${(entry.element?.textContent ?? '').slice(0, 30)}"`
  })
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) pace.layoutShift += entry.value ?? 0
  })
  on('longtask', (entry) => {
    pace.longTasks.push(entry.duration)
  })
}

/** Watches the pace of the pages that are opened from here on. @returns reads that of the open page */
export async function watchPace(page: Page): Promise<() => Promise<Pace>> {
  await page.addInitScript(watch)
  return () => page.evaluate(() => (window as unknown as { pace: Pace }).pace)
}
