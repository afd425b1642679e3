import type { Browser, CDPSession, Page } from 'playwright'

/** How a route arrives on a slow phone that has never been here. Times in milliseconds. */
export interface Flight {
  route: string
  html: number
  /** Bytes of scripts that came before the browser was idle, and all told. */
  scriptBeforeIdle: number
  script: number
  images: number
  fonts: number
  data: number
  requests: number
  firstPaint: number
  largestPaint: number
  /** What was painted then. */
  largest: string
  layoutShift: number
  /** What tasks after the first paint took beyond 50 ms each. */
  blocked: number
  /** From the start until the shop answers by itself rather than by its first script. */
  ready: number
  /** Slowest answer to a press, once ready. */
  interaction: number
}

// A middling phone on a slow mobile network, as Lighthouse applies it.
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const slower = 4

interface Seen {
  firstPaint: number
  largestPaint: number
  largest: string
  layoutShift: number
  long: { start: number; duration: number }[]
  interaction: number
  ready: number
  idle: number
}

/** Runs in the page before anything else and notes what the browser tells of its own pace. */
function watch(): void {
  const seen: Seen = {
    firstPaint: 0,
    largestPaint: 0,
    largest: '',
    layoutShift: 0,
    long: [],
    interaction: 0,
    ready: 0,
    idle: 0,
  }
  Object.assign(window, { flight: seen })
  const on = (
    type: string,
    note: (
      entry: PerformanceEntry & {
        value?: number
        hadRecentInput?: boolean
        interactionId?: number
        element?: Element
        url?: string
      },
    ) => void,
  ) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(note)
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  }
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime
  })
  on('largest-contentful-paint', (entry) => {
    seen.largestPaint = entry.startTime
    seen.largest = entry.url
      ? (entry.url.split('/').pop() ?? '')
      : `${entry.element?.localName ?? '?'} "${(entry.element?.textContent ?? '').slice(0, 30)}"`
  })
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.layoutShift += entry.value ?? 0
  })
  on('longtask', (entry) => {
    seen.long.push({ start: entry.startTime, duration: entry.duration })
  })
  on('event', (entry) => {
    if (entry.interactionId) seen.interaction = Math.max(seen.interaction, entry.duration)
  })
  document.addEventListener('shop-ready', () => {
    seen.ready = performance.now()
  })
  addEventListener('load', () => {
    requestIdleCallback(() => {
      seen.idle = performance.timeOrigin + performance.now()
    })
  })
}

interface Counts {
  bytes(type: string): number
  /** Of scripts asked for by then (milliseconds since 1970). */
  scriptBytesBy(moment: number): number
  requests(): number
}

async function counted(devtools: CDPSession): Promise<Counts> {
  const requests = new Map<string, { type: string; at: number; bytes: number }>()
  devtools.on('Network.requestWillBeSent', ({ requestId, type, wallTime, request }) => {
    // What is fetched ahead is not yet known to be a script.
    requests.set(requestId, {
      type: request.url.endsWith('.js') ? 'Script' : (type ?? 'Other'),
      at: wallTime * 1000,
      bytes: 0,
    })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await devtools.send('Network.enable')
  const sum = (counts: (request: { type: string; at: number }) => boolean) =>
    [...requests.values()].filter(counts).reduce((total, { bytes }) => total + bytes, 0)
  return {
    bytes: (type) => sum((request) => request.type === type),
    scriptBytesBy: (moment) => sum((request) => request.type === 'Script' && request.at < moment),
    requests: () => requests.size,
  }
}

/** Loads a page as that phone does, waits until it rests, and presses something. */
export async function fly(
  browser: Browser,
  url: string,
  route: string,
  press?: (page: Page) => Promise<void>,
): Promise<Flight> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const { bytes, scriptBytesBy, requests } = await counted(devtools)
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  // The compiler of the tools marks functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  const own = route !== 'floor'
  if (own) await page.waitForFunction(() => (window as unknown as { flight: Seen }).flight.ready > 0)
  await page.waitForLoadState('networkidle')
  const idle = await page.evaluate(() => (window as unknown as { flight: Seen }).flight)
  const loaded = requests()
  if (press) {
    await page.evaluate(() => {
      ;(window as unknown as { flight: Seen }).flight.interaction = 0
    })
    await press(page)
  }
  const after = await page.evaluate(
    () =>
      new Promise<Seen>((resolve) => {
        requestAnimationFrame(() =>
          requestIdleCallback(() => {
            resolve((window as unknown as { flight: Seen }).flight)
          }),
        )
      }),
  )
  const flight = {
    route,
    html: bytes('Document'),
    scriptBeforeIdle: scriptBytesBy(idle.idle),
    script: bytes('Script'),
    images: bytes('Image'),
    fonts: bytes('Font'),
    data: bytes('Fetch') + bytes('XHR'),
    requests: loaded,
    firstPaint: idle.firstPaint,
    largestPaint: idle.largestPaint,
    largest: idle.largest,
    layoutShift: idle.layoutShift,
    ready: idle.ready,
    interaction: after.interaction,
    blocked: idle.long
      .filter(({ start }) => start >= idle.firstPaint)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
  }
  await context.close()
  return flight
}

/** The flight in the middle by the time of its largest paint; times are taken one by one, so that each is a median. */
export async function medianFlight(times: number, once: () => Promise<Flight>): Promise<Flight> {
  const flights: Flight[] = []
  while (flights.length < times) flights.push(await once())
  const [first] = flights
  if (!first) throw new Error('A median needs at least one flight')
  const middle = (read: (flight: Flight) => number) =>
    flights.map(read).sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
  return {
    ...first,
    firstPaint: middle((f) => f.firstPaint),
    largestPaint: middle((f) => f.largestPaint),
    layoutShift: Math.max(...flights.map((f) => f.layoutShift)),
    blocked: middle((f) => f.blocked),
    ready: middle((f) => f.ready),
    interaction: middle((f) => f.interaction),
  }
}
