import { expect, type Page } from '@playwright/test'
import { oneOf } from '@shop/testing/sample'
import { withOwnRelease } from '../tools/bench/web/own-release'
import { browserFaults, withBrowserFault } from './browser-faults'
import { newVersion } from './fault-cases'
import { spoilServerBuild } from './faulty-code'
import { completeCheckout } from './order-steps'
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
/** The address of a new order's confirmation. */
const confirmationOf = async (page: Page) =>
  `/checkout/success?session=${(await completeCheckout(page, { slug: 'moss-balm' })).session}`

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
  {
    what: 'the summary of an order',
    name: 'mf-account',
    at: '/about',
    ask: async (page) => open(page, await confirmationOf(page)),
    shows: (page) => expect(page.getByText('Moss Balm')).toBeVisible(),
    async fallsBack(page, isLate) {
      await expect(page.getByText('Moss Balm')).toHaveCount(isLate ? 1 : 0, { timeout: 60_000 })
      await expect(page.getByText('Total', { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Thank you, Imogen' })).toBeVisible()
    },
  },
]

// A loop or 500 MB in a browser stops its tab, whoever wrote it.
const table = fragments.flatMap((fragment) => browserFaults.map((fault) => ({ fragment, fault })))

// A fragment comes by the loader of pages, on which faults-in-browser.spec.ts tries each fault; what is left to it is what it makes of
// code that is lost, late or broken.
const cases = (['lost', 'late', 'broken', 'none'] as const).flatMap((word) =>
  oneOf(
    table.filter(({ fault }) => fault.word === word),
    `a fragment, ${word}`,
  ),
)

for (const { fragment, fault } of cases) {
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

interface RenderedFragment {
  what: string
  name: string
  /** Its text, and a text of the page that is rendered whatever becomes of it. */
  shows: string
  pageShows: string
  pathOf: (page: Page) => Promise<string>
}

const rendered: readonly RenderedFragment[] = [
  {
    what: 'what goes with the cart',
    name: 'mf-catalog',
    shows: 'Goes well with it',
    pageShows: 'Quantity of Moss Balm',
    pathOf: async (page) => {
      await addToCartByForm(page, 'moss-balm')
      return '/cart'
    },
  },
  {
    what: 'the summary of an order',
    name: 'mf-account',
    shows: 'Quantity: 1',
    pageShows: 'Thank you, Imogen',
    pathOf: confirmationOf,
  },
]

const renderCases = rendered.flatMap((fragment) => renderFaults.map((fault) => ({ fragment, fault })))

for (const { fragment, fault } of oneOf(renderCases, 'a fragment on the server'))
  test(`${fragment.what}, of ${fragment.name}, which ${fault.what}: only it is missing`, async ({
    page,
    shop,
  }) => {
    const version = newVersion()
    const path = await fragment.pathOf(page)
    const html = async () => {
      // An open checkout keeps its set.
      await page.context().clearCookies({ name: /aurelle_set/ })
      const response = await page.request.get(path)
      expect(response.status()).toBe(200)
      return response.text()
    }
    const visit = async () => {
      const text = await html()
      expect(text).toContain(fragment.pageShows)
      expect(text.includes(fragment.shows)).toBe(fault.renders)
      if (!fault.renders) await expect.poll(() => shop.log()).toContain(`${fragment.name} ${version}`)
    }
    await withOwnRelease(shop, fragment.name, version, visit, spoilServerBuild(fault.code))
    expect(await html()).toContain(fragment.shows)
  })
