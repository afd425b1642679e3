import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { setDarkTheme, open, hydrated } from '../../e2e/steps'

/** The large figure of each product in the list. */
const prices = async (page: Page) => {
  const cards = await page.getByRole('main').getByRole('listitem').allInnerTexts()
  return cards.flatMap((card) => {
    const [, amount] = /£([\d,.]+)/.exec(card) ?? []
    return amount ? [Number(amount.replace(',', ''))] : []
  })
}
const pieces = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('heading', { name: /^Piece/ })
    .allTextContents()
const named = (...numbers: string[]) => numbers.map((number) => `Piece ${number}`)
const ascending = (numbers: number[]) => [...numbers].sort((one, other) => one - other)
const tools = (page: Page) => page.getByRole('form', { name: 'Sort and filter' })

test('the price fields have no arrows of the browser, which are too small to tap', async ({
  adult: page,
}) => {
  await open(page, '/products')
  const field = tools(page).getByLabel('Maximum price (£)')
  await field.hover()
  const { width = 0, height = 0 } = (await field.boundingBox()) ?? {}
  for (const x of [14, 18, 22]) await field.click({ position: { x: width - x, y: height / 2 - 5 } })
  await expect(field).toHaveValue('')
  // Firefox takes its arrows away by this alone.
  await expect(field).toHaveCSS('appearance', 'textfield')
})

test('a visitor sorts the list by price, filters it, shares it and clears the filters', async ({
  adult: page,
}) => {
  await open(page, '/products')
  await tools(page).getByLabel('Sort by').selectOption('Price, low to high')
  await expect(page).toHaveURL('/products?sort=price-up')
  await expect(async () => {
    const all = await prices(page)
    expect(all.length).toBeGreaterThan(3)
    expect(all).toEqual(ascending(all))
  }).toPass()
  await tools(page)
    .getByText(/^Accessories \(\d+\)$/)
    .click()
  await tools(page).getByLabel('In stock only').check()
  await expect(page).toHaveURL('/products?sort=price-up&category=accessories&stock=in')
  await tools(page).getByLabel('Maximum price (£)').fill('60')
  await tools(page).getByLabel('Maximum price (£)').press('Enter')
  await expect(page).toHaveURL('/products?sort=price-up&category=accessories&stock=in&max=60')
  await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('link')).toHaveText([
    'Accessories',
    'Up to £60',
    'In stock only',
    'Clear',
  ])
  await expect(async () => {
    const some = await prices(page)
    expect(some.length).toBeGreaterThan(0)
    expect(Math.max(...some)).toBeLessThanOrEqual(60)
  }).toPass()
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('link', { name: 'Up to £60, remove filter' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/products?sort=price-up&category=accessories&stock=in')
  await page.getByRole('link', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL('/products')
  await expect(page.getByRole('list', { name: 'Active filters' })).toBeHidden()
})

test('the filters are accessible on a phone and in the dark theme', async ({ adult: page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await setDarkTheme(page)
  await open(page, '/products?stock=in&sort=name')
  await expect(tools(page)).toBeHidden()
  await page.getByText('Sort and filter').click()
  await expect(tools(page).getByLabel('Sort by')).toHaveValue('name')
  await expect(tools(page).getByLabel('In stock only')).toBeChecked()
  await tools(page)
    .getByRole('button', { name: /^Show \d+ products?$/ })
    .click()
  await expect(tools(page)).toBeHidden()
  await expect(page.getByText('Sort and filter')).toBeFocused()
})

test('the server renders a filtered list, which is noindex', async ({ request }) => {
  const plain = await (await request.get('/products')).text()
  expect(plain).toContain('Riva Pebble')
  expect(plain).not.toContain('noindex')
  const narrowed = await (await request.get('/products?category=accessories&max=60')).text()
  expect(narrowed).toContain('noindex')
  expect(narrowed).not.toContain('Riva Pebble')
  expect(narrowed).toContain('Up to £60')
})

test.describe('on the page of a category', () => {
  const slug = 'two-brands'
  const list = `/categories/${slug}`

  test.beforeAll('a category with two brands', ({ staff }) => staff.addCategory(slug, 30))
  test.afterAll('the category is removed', ({ staff }) => staff.removeCategory(slug))

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })
    test('the server renders it filtered, by its form', async ({ page }) => {
      await page.goto(list)
      await tools(page)
        .getByText(/^Another House \(\d+\)$/)
        .click()
      await tools(page).getByLabel('Sort by').selectOption('Price, low to high')
      await tools(page).getByRole('button', { name: 'Show results' }).click()
      await expect(page.getByRole('link', { name: 'Another House, remove filter' })).toBeVisible()
      expect(await pieces(page)).toEqual(named('001', '006', '011', '016', '021', '026'))
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
    })
  })
})
