import type { Browser } from 'playwright'
import { slower } from './phone'

/** The least that a browser can do about a press: the same page without its scripts, one line of which writes the number. */
function countByHand(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element && event.target.closest('form[action="/cart"]'))) return
    event.preventDefault()
    const count = document.querySelector<HTMLElement>('header a[href="/cart"] span')
    if (!count) throw new Error('The page has no count of the cart')
    count.hidden = false
    count.textContent = '1'
  })
}

/**
 * Milliseconds from a press on "Add to cart" to the frame in which the cart's badge counts it, on a processor four times
 * slower.
 *
 * @param byHand true: by the same page with a line of script instead of the shop's
 */
export async function pressToBadge(browser: Browser, url: string, byHand: boolean): Promise<number> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  if (byHand) await page.route('**/*.js', (route) => route.abort())
  await page.goto(url)
  if (byHand) await page.evaluate(countByHand)
  else await page.waitForFunction(() => performance.getEntriesByName('shop-ready').length > 0)
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
