import { expect, type Page } from '@playwright/test'
import { isSampled } from '@shop/testing/sample'
import { withOwnRelease } from '../tools/bench/web/own-release'
import { browserFaults, withBrowserFault } from './browser-faults'
import { newVersion } from './fault-cases'
import { spoilServerBuild } from './faulty-code'
import { renderFaults } from './render-faults'
import { test } from './shop'
import { addToCartByForm, open, openCart } from './steps'

interface ShownFragment {
  what: string
  /** The remote that offers it. */
  name: string
  /** A page that shows it. */
  at: string
  ask: (page: Page) => Promise<void>
  shows: (page: Page) => Promise<void>
  /** What there is in its place; late code leaves what the server has rendered as it is. */
  fallsBack: (page: Page, isLate: boolean) => Promise<void>
}

const recommendations = (page: Page) => page.getByRole('heading', { name: 'Goes well with it' })

const fragments: readonly ShownFragment[] = [
  {
    what: 'the search',
    name: 'mf-catalog',
    at: '/about',
    // The field that stands for it lies over the header's button.
    ask: (page) => page.keyboard.press('Control+k'),
    shows: (page) => expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeVisible(),
    fallsBack: (page) => expect(page.getByRole('textbox', { name: 'Search products' })).toBeFocused(),
  },
  {
    what: 'the mini cart',
    name: 'mf-cart-checkout',
    at: '/products/moss-balm',
    ask: (page) => page.getByRole('button', { name: 'Add to cart' }).click(),
    shows: (page) => expect(page.getByRole('group', { name: 'Your cart' })).toBeVisible(),
    fallsBack: (page) =>
      expect(page.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart'),
  },
  {
    what: 'what goes with the cart',
    name: 'mf-catalog',
    at: '/about',
    ask: (page) => openCart(page, 'moss-balm'),
    shows: (page) => expect(recommendations(page)).toBeVisible(),
    async fallsBack(page, isLate) {
      await expect(recommendations(page)).toHaveCount(isLate ? 1 : 0, { timeout: 60_000 })
      await expect(page.getByRole('link', { name: 'Checkout', exact: true })).toBeVisible()
    },
  },
]

const cases = fragments.flatMap((fragment) => browserFaults.map((fault) => ({ fragment, fault })))

// A loop or 500 MB in a browser stops its tab, whoever wrote it.
for (const { fragment, fault } of cases.filter((_, index) => isSampled(index, 3))) {
  const { what, name, at, ask, shows, fallsBack } = fragment
  test(`${what} of ${name}, which ${fault.what}: what stands for it works, and it is asked for again`, async ({
    page,
    shop,
  }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    const failures: string[] = []
    page.on('console', (message) => {
      if (/could not be loaded|It threw|Loading chunk/.test(message.text())) failures.push(message.text())
    })
    const chunk = page.waitForResponse((response) => response.url().includes('/js/rare-'), {
      timeout: 60_000,
    })
    chunk.catch(() => undefined)
    await withBrowserFault(page, shop, name, fault, async () => {
      await open(page, at)
      await ask(page)
      if (fault.word === 'none') return shows(page)
      await fallsBack(page, fault.word === 'late')
      if (fault.word === 'late') await chunk
      else await expect.poll(() => failures, { timeout: 40_000 }).not.toEqual([])
      if (fault.code) return
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await ask(page)
      await shows(page)
    })
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false)
  })
}

for (const { what, code, renders } of renderFaults.filter((_, index) => isSampled(index, 3)))
  test(`what goes with the cart, of mf-catalog, which ${what}: only it is missing`, async ({
    page,
    shop,
  }) => {
    const version = newVersion()
    await addToCartByForm(page, 'moss-balm')
    const cart = async () => {
      // An open cart keeps its set.
      await page.context().clearCookies({ name: /aurelle_set/ })
      const response = await page.request.get('/cart')
      expect(response.status()).toBe(200)
      return response.text()
    }
    const visit = async () => {
      const html = await cart()
      expect(html).toContain('Quantity of Moss Balm')
      expect(html.includes('Goes well with it')).toBe(renders)
      if (!renders) await expect.poll(() => shop.log()).toContain(`mf-catalog ${version}`)
    }
    await withOwnRelease(shop, 'mf-catalog', version, visit, spoilServerBuild(code))
    expect(await cart()).toContain('Goes well with it')
  })
