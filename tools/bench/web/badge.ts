import type { Browser } from 'playwright'
import { slower } from './phone'

/**
 * Milliseconds from a press on "Add to cart" to the frame in which the cart's badge counts it, on a processor four times
 * slower.
 */
export async function pressToBadge(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => performance.getEntriesByName('shop-ready').length > 0)
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressed = 0
        addEventListener(
          'click',
          ({ timeStamp }) => {
            pressed = timeStamp
          },
          { capture: true, once: true },
        )
        // The menu has a link to the cart too, without a count.
        const cart = document.querySelector('header a[href="/cart"]:has(span)')
        if (!cart) throw new Error('The page has no link to the cart')
        new MutationObserver(() => {
          requestAnimationFrame(() => {
            resolve(performance.now() - pressed)
          })
        }).observe(cart, { childList: true, characterData: true, subtree: true, attributes: true })
      }),
  )
  await page.getByRole('button', { name: 'Add to cart' }).tap()
  const time = await shown
  await context.close()
  return time
}
