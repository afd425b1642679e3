import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'

/** A mobile network: milliseconds there and back, and what it carries. */
export interface Network {
  name: string
  roundTripMs: number
}

/** 1.6 Mbit/s down and 750 kbit/s up, near the shop's server and far from it. */
export const networks: readonly Network[] = [150, 560].map((roundTripMs) => ({
  name: `${String(roundTripMs)} ms`,
  roundTripMs,
}))

const bytesPerSecond = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** How many times slower than this machine a phone's processor is taken to be. */
export const slower = 4

export interface Phone {
  context: BrowserContext
  page: Page
  devtools: CDPSession
}

/** Opens an empty page of a phone that has answered the question of age before. @param height of its window, in CSS pixels */
export async function openPhone(browser: Browser, height = 844): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  // The compiler of the tools marks functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(() => {
    sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    // A phone has no mouse; the browser here has one, which it moves to the corner of each page that it lays out.
    for (const name of ['pointerover', 'pointermove', 'mouseover', 'mousemove'])
      addEventListener(
        name,
        (event) => {
          const { pointerType = 'mouse' }: { pointerType?: string } = event as PointerEvent
          if (pointerType === 'mouse') event.stopImmediatePropagation()
        },
        true,
      )
  })
  return { context, page, devtools }
}

/** Makes a phone's network and processor slow. */
export async function slowDown(devtools: CDPSession, { roundTripMs }: Network): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    ...bytesPerSecond,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
}
