import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright'
import { middle } from './middle'
import { openPhone, slowDown, type Network } from './phone'

/** How a press on "Add to cart" soon after the first paint is answered. Times in milliseconds. */
export interface FirstPress {
  /** From the first paint until the finger is up. */
  pressed: number
  /** From finger up until the button shows that it was pressed; infinite when it does not. */
  sign: number
  /** From finger up until the header counts the piece; infinite when it does not. */
  count: number
}

const selector = 'form[action="/cart"] button[type=submit]'
/** Tall enough for the button to be in view. */
const height = 1200
const afterPaintMs = 300
const fingerDownMs = 40
const patienceMs = 15_000

interface Seen {
  up: number
  sign: number
  count: number
}

/**
 * Runs in the page before anything else: notes when the finger was up on the button, and the frames in which the button first
 * looks different and in which the cart's link first counts.
 * @param done is told once both have happened
 */
function watchPress([button, done]: readonly [string, string]): void {
  const seen: Seen = { up: 0, sign: 0, count: 0 }
  Object.assign(window, { press: seen })
  let before: string | undefined
  const look = () => document.querySelector(button)?.outerHTML
  addEventListener(
    'touchstart',
    ({ target }) => {
      if (target instanceof Element && target.closest(button)) before = look()
    },
    { capture: true, passive: true },
  )
  addEventListener(
    'touchend',
    ({ timeStamp }) => {
      if (before) seen.up = timeStamp
    },
    { capture: true, passive: true },
  )
  const atNextFrame = (name: 'sign' | 'count') => {
    seen[name] = Number.POSITIVE_INFINITY
    requestAnimationFrame(() => {
      seen[name] = performance.now()
      if (Number.isFinite(seen.sign + seen.count) && seen.sign && seen.count)
        (window as unknown as Record<string, () => void>)[done]?.()
    })
  }
  new MutationObserver(() => {
    if (!seen.sign && before && look() !== before) atNextFrame('sign')
    if (seen.count) return
    const names = [...document.querySelectorAll('header a[href="/cart"]')].map(
      (link) => link.getAttribute('aria-label') ?? link.textContent,
    )
    if (names.some((name) => /^\s*Cart, [1-9]\d* item/.test(name))) atNextFrame('count')
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
}

/** Where the button is on a page, which is the same in every load: nothing shifts. */
export async function placeOfButton(browser: Browser, url: string): Promise<{ x: number; y: number }> {
  const { context, page } = await openPhone(browser, height)
  await page.goto(url)
  const box = await page.locator(selector).first().boundingBox()
  await context.close()
  if (!box || box.y + box.height > height) throw new Error('The button "Add to cart" is not in view')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/**
 * Waits for the first paint of the page that is opened next, and then some time, by the clocks of browser and driver: however late
 * the page tells of it.
 */
async function afterFirstPaint(devtools: CDPSession): Promise<() => Promise<void>> {
  // From the browser's clock to that of the day, in milliseconds.
  let offset = Number.NaN
  devtools.on('Network.requestWillBeSent', ({ timestamp, wallTime }) => {
    offset = (wallTime - timestamp) * 1000
  })
  const painted = new Promise<number>((resolve) => {
    devtools.on('Page.lifecycleEvent', ({ name, timestamp }) => {
      if (name === 'firstContentfulPaint') resolve(timestamp * 1000 + offset)
    })
  })
  await devtools.send('Page.enable')
  await devtools.send('Page.setLifecycleEventsEnabled', { enabled: true })
  return async () => {
    const due = (await painted) + afterPaintMs
    await wait(Math.max(0, due - Date.now()))
  }
}

/** Taps by the driver's timers, and waits for no answer of the page. */
async function tap(devtools: CDPSession, place: { x: number; y: number }): Promise<void> {
  const send = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) => {
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints }).catch(() => undefined)
  }
  send('touchStart', [place])
  await wait(fingerDownMs)
  send('touchEnd', [])
}

/** What the page has seen; its first paint too. */
const seenBy = (page: Page) =>
  page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return { ...(window as unknown as { press: Seen }).press, painted: paint?.startTime ?? Number.NaN }
  })

/**
 * Presses "Add to cart" on the page of a product soon after its first paint, by a finger on a slow phone that has never been here.
 *
 * @throws Error when the button was not where the finger was
 */
export async function pressOnce(
  browser: Browser,
  url: string,
  network: Network,
  place: { x: number; y: number },
): Promise<FirstPress> {
  const { context, page, devtools } = await openPhone(browser, height)
  try {
    const answered = new Promise<void>((resolve) => {
      void page.exposeFunction('pressAnswered', resolve)
    })
    await slowDown(devtools, network)
    await page.addInitScript(watchPress, [selector, 'pressAnswered'] as const)
    const due = await afterFirstPaint(devtools)
    await page.goto(url, { waitUntil: 'commit' })
    await due()
    await tap(devtools, place)
    await Promise.race([answered, wait(patienceMs)])
    const { up, sign, count, painted } = await seenBy(page)
    if (!up) throw new Error(`No finger met the button of ${url}`)
    const since = (moment: number) => (moment || Number.POSITIVE_INFINITY) - up
    return { pressed: up - painted, sign: since(sign), count: since(count) }
  } finally {
    await context.close()
  }
}

/** The middle of each figure. */
export const middlePress = (presses: readonly FirstPress[]): FirstPress => ({
  pressed: middle(presses.map(({ pressed }) => pressed)),
  sign: middle(presses.map(({ sign }) => sign)),
  count: middle(presses.map(({ count }) => count)),
})
