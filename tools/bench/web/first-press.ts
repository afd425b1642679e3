import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright'
import { median } from './median'
import { openPhone, slowDown, type Network } from './phone'

/** How a press on "Add to cart" soon after the first paint is answered. Times in milliseconds. */
export interface FirstPress {
  /** From the first paint until the finger is up. */
  pressed: number
  /** From finger up until the visitor sees that the piece was added: the cart page, or a message. */
  shown: number
}

const selector = 'form[action="/cart"] button[type=submit]'
/** Tall enough for the button to be in view. */
const height = 1200
const afterPaintMs = 300
const fingerDownMs = 40
const timeoutMs = 15_000

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
 * @returns the time of the paint, in milliseconds since 1970
 */
async function afterFirstPaint(devtools: CDPSession): Promise<() => Promise<number>> {
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
    const paint = await painted
    await wait(Math.max(0, paint + afterPaintMs - Date.now()))
    return paint
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

/**
 * Presses "Add to cart" on the page of a product soon after its first paint, by a finger on a slow phone that has never been here.
 *
 * @throws Error when nothing tells within 15 seconds that the piece was added
 */
export async function pressOnce(
  browser: Browser,
  url: string,
  network: Network,
  place: { x: number; y: number },
): Promise<FirstPress> {
  const { context, page, devtools } = await openPhone(browser, height)
  try {
    await slowDown(devtools, network)
    const due = await afterFirstPaint(devtools)
    await page.goto(url, { waitUntil: 'commit' })
    const painted = await due()
    await tap(devtools, place)
    const up = Date.now()
    await page
      .getByText('Item has been added to your cart.')
      .or(page.getByRole('heading', { level: 1, name: 'Your cart' }))
      .first()
      .waitFor({ timeout: timeoutMs })
    return { pressed: up - painted, shown: Date.now() - up }
  } finally {
    await context.close()
  }
}

/** The median of each figure. */
export const medianPress = (presses: readonly FirstPress[]): FirstPress => ({
  pressed: median(presses.map(({ pressed }) => pressed)),
  shown: median(presses.map(({ shown }) => shown)),
})
