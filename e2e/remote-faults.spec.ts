import { expect, type Page, type Route } from '@playwright/test'
import { test } from './shop'
import { open } from './steps'

// Every remote that the server draws pages of, with a page of it.
const remotes = [
  { name: 'mf-catalog', at: '/products', shows: 'Riva Pebble' },
  { name: 'mf-catalog', at: '/products/moss-balm', shows: 'Add to cart' },
  { name: 'mf-cart-checkout', at: '/cart', shows: 'Your cart' },
]

const never = () => new Promise<void>(() => undefined)
const script = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/javascript', body })

/** What can be wrong with a script, as the browser meets it. */
const faults: Record<string, (route: Route) => Promise<unknown>> = {
  down: (route) => route.abort('connectionrefused'),
  'never answers': never,
  'answers 404': (route) => route.fulfill({ status: 404, body: 'Not found' }),
  'throws at import': script("throw new Error('It threw')"),
  'is nonsense': script('{"half":'),
}
const places = { entry: /remoteEntry\.js$/, page: /\/js\/(?!__federation)[^/]+\.js$/ }

const seed = Number.parseInt(process.env.TEST_SEED ?? '', 10) || 0
const cases = remotes.flatMap((remote) =>
  Object.entries(faults).flatMap(([fault, act]) =>
    Object.entries(places).map(([place, files]) => ({ ...remote, fault, act, place, files })),
  ),
)
const chosen = cases.filter((_, index) => process.env.TEST_DEEP || (seed + index) % 3 === 0)

/** The header answers: its search opens. */
async function answers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: 5000 })
  await page.keyboard.press('Escape')
}

for (const { name, at, shows, fault, act, place, files } of chosen) {
  test(`${at} stands when the ${place} of ${name} ${fault}, and the header answers`, async ({ page }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    await page.route((url) => url.pathname.startsWith(`/releases/${name}/`) && files.test(url.pathname), act)
    await open(page, at)
    await answers(page)
    await expect(page.getByRole('main').getByText(shows).first()).toBeVisible()
    await expect(page.getByText('This part of the shop is not available')).toBeHidden()
    await expect(page.getByText(/Part of this page (is still on its way|could not be loaded)/)).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: /About/ }).first().click()
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('without its remote’s scripts a product is put into the cart, and a retry brings the page to life', async ({
  page,
}) => {
  const entry = /\/releases\/mf-catalog\/.*remoteEntry\.js$/
  await page.addInitScript(() => {
    sessionStorage.setItem('aurelle_age_confirmed', 'yes')
  })
  await page.route(entry, (route) => route.abort())
  await open(page, '/products/moss-balm')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL('/cart')
  await open(page, '/products/riva-pebble')
  await expect(page.getByText('Part of this page could not be loaded')).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.dataset.sameDocument = 'yes'
  })
  await page.unroute(entry)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Part of this page could not be loaded')).toBeHidden()
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByRole('spinbutton')).toHaveValue('2')
  expect(await page.evaluate(() => document.documentElement.dataset.sameDocument)).toBe('yes')
})

test('a page whose scripts come late takes over where the visitor reads', async ({ page }) => {
  let letArrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    letArrive = resolve
  })
  await page.route(/\/releases\/mf-catalog\/.*remoteEntry\.js$/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.addInitScript(() => {
    sessionStorage.setItem('aurelle_age_confirmed', 'yes')
  })
  await open(page, '/products')
  await page.evaluate(() => {
    window.scrollTo(0, 900)
  })
  await expect(page.getByText('still on its way')).toBeVisible()
  letArrive()
  await expect(page.getByText('still on its way')).toBeHidden()
  expect(await page.evaluate(() => window.scrollY)).toBe(900)
  await page.getByRole('main').getByRole('link', { name: 'Riva Pebble' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Riva Pebble')
})
