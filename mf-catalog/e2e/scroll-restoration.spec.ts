import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open, hydrated } from '../../e2e/steps'

const slug = 'long-shelf'
const list = `/categories/${slug}`
const pages = 3
// One page more than the server renders of a list.
const products = 9 * 24

test.beforeAll('a category of more products than the server renders', ({ staff }) =>
  staff.addCategory(slug, products),
)
test.afterAll('the category is removed', ({ staff }) => staff.removeCategory(slug))

const names = (page: Page) => page.getByRole('heading', { level: 2, name: /^Piece \d+$/ }).allTextContents()
const position = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** Loads several pages, scrolls down and returns what is in view there. */
async function deepIn(page: Page): Promise<{ names: string[]; y: number; product: string }> {
  await open(page, list)
  for (let wanted = 2; wanted <= pages; wanted += 1) {
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText(`Showing ${String(wanted * 24)} of ${String(products)}`)).toBeVisible()
    await expect.poll(async () => (await names(page)).length).toBe(wanted * 24)
  }
  await expect(page).toHaveURL(`${list}?pages=${String(pages)}`)
  const all = await names(page)
  const product = all.at(-15) ?? ''
  await page.getByRole('link', { name: product }).scrollIntoViewIfNeeded()
  return { names: all, y: await position(page), product }
}

async function expectSamePlace(
  page: Page,
  before: { names: string[]; y: number; product: string },
): Promise<void> {
  await expect(page).toHaveURL(`${list}?pages=${String(pages)}`)
  await expect(page.getByRole('link', { name: before.product })).toBeInViewport()
  expect(await names(page)).toEqual(before.names)
  await expect.poll(async () => Math.abs((await position(page)) - before.y)).toBeLessThanOrEqual(3)
}

test('going back from a product restores the scroll position of a long list, also after a reload', async ({
  adult: page,
}) => {
  const before = await deepIn(page)
  expect(before.y).toBeGreaterThan(5000)
  const openProduct = async () => {
    await page.getByRole('link', { name: before.product }).click()
    await expect(page.getByRole('heading', { level: 1, name: before.product })).toBeVisible()
  }
  await openProduct()
  expect(await position(page)).toBe(0)
  await page.goBack()
  await expectSamePlace(page, before)

  await openProduct()
  await page.reload()
  await hydrated(page)
  await page.goBack()
  await expectSamePlace(page, before)

  const address = await page.getByRole('link', { name: before.product }).getAttribute('href')
  await page.evaluate((to) => {
    location.href = to ?? ''
  }, address)
  await expect(page.getByRole('heading', { level: 1, name: before.product })).toBeVisible()
  await hydrated(page)
  await page.goBack()
  await expectSamePlace(page, before)
  await page.reload()
  await hydrated(page)
  await expectSamePlace(page, before)
})

test('the server renders at most eight pages of a list; the browser adds the others', async ({
  adult: page,
  request,
}) => {
  const html = await (await request.get(`${list}?pages=40`)).text()
  expect(html.match(/<h2\b.*?<\/h2>/g)?.filter((heading) => heading.includes('Piece'))).toHaveLength(8 * 24)
  await page.goto(`${list}?pages=40`)
  await expect.poll(async () => (await names(page)).length).toBe(products)
  await expect(page.getByText(`Showing ${String(products)} of ${String(products)}`)).toBeVisible()
})

test('a page opened by its URL starts at the top', async ({ adult: page }) => {
  for (const path of ['/faq', '/shipping']) {
    await open(page, path)
    await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight)
    })
    expect(await position(page)).toBeGreaterThan(200)
  }
  // A page that the browser renders.
  await open(page, '/auth')
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  expect(await position(page)).toBe(0)
})
