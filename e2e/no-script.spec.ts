import { expect, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { test } from './shop'
import { addToCart, addToCartByForm, open } from './steps'

test.use({ javaScriptEnabled: false })

const line = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('spinbutton') })

test('without scripts the catalogue and the information pages can be read', async ({ page }) => {
  for (const [path, heading, text] of [
    ['/products', 'Shop All', 'Riva Pebble'],
    ['/products/riva-pebble', 'Riva pebble', 'Add to cart'],
    ['/categories', 'Categories', 'Accessories'],
    ['/categories/accessories', 'Accessories', '£\\d'],
    ['/about', 'A quiet house', 'Aurelle & Moss'],
    ['/faq', 'Frequently asked questions', 'delivery'],
    ['/privacy', 'Privacy', 'order'],
  ] as const) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(heading, 'i') }), path).toBeVisible()
    await expect(page.getByRole('main').getByText(new RegExp(text, 'i')).first(), path).toBeVisible()
  }
})

test('without scripts the age gate can be confirmed', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('dialog', { name: 'Age Verification Required' })).toBeVisible()
  await page.getByRole('button', { name: 'I am 18 or older' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('without scripts the cart shows what goes with it, which a form adds', async ({ page }) => {
  await addToCartByForm(page, 'moss-balm')
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Goes well with it' })).toBeVisible()
  await expect(line(page)).toHaveCount(1)
  await page
    .getByRole('button', { name: /^Add to cart: / })
    .first()
    .click()
  await expect(line(page)).toHaveCount(2)
})

test('without scripts a product is added to the cart by a form, up to its stock', async ({ page, staff }) => {
  await page.goto('/products/riva-pebble')
  await page.getByRole('spinbutton').fill('2')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(line(page)).toContainText('Riva Pebble')
  await expect(line(page).getByRole('spinbutton')).toHaveValue('2')
  const add = async (slug: string, quantity: number) => {
    await page.goto(`/products/${slug}`)
    await page.getByRole('spinbutton').fill(String(quantity))
    await page.getByRole('button', { name: 'Add to cart' }).click()
  }
  const stock = await staff.stockOf('aubade-body-brush')
  await add('aubade-body-brush', stock + 1)
  await expect(page.getByRole('alert')).toHaveText(`Only ${String(stock)} items available.`)
  await add('riva-pebble', 19)
  await expect(page.getByRole('alert')).toHaveText('You can order at most 20 of one product.')
  await expect(line(page).getByRole('spinbutton')).toHaveValue('2')
})

test('without scripts a form sent twice at once fills one cart of one guest', async ({ page }) => {
  await page.goto('/products/moss-balm')
  await page.getByRole('button', { name: 'Add to cart' }).dblclick()
  await expect(page).toHaveURL('/cart')
  await expect(line(page)).toContainText('Moss Balm')
  await page.goto('/products/riva-pebble')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(line(page)).toHaveCount(2)
  expect((await page.context().cookies()).filter(({ name }) => name.endsWith('session_id'))).toHaveLength(1)
})

test('without scripts an empty cart says so', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByText('Loading your cart')).toBeHidden()
})

test('a browser without scripts and cookies sees why nothing was added', async ({ page }) => {
  await page.route('**/cart', async (route) => {
    const headers = { ...(await route.request().allHeaders()), cookie: '' }
    await route.continue({
      headers,
      url: route.request().url().replace('/cart', `/cart?key=${randomUUID()}`),
    })
  })
  await page.goto('/products/moss-balm')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('alert')).toContainText('your browser blocks cookies')
})

test('two tabs without scripts fill one cart', async ({ page, context }) => {
  const second = await context.newPage()
  await Promise.all([page.goto('/products/moss-balm'), second.goto('/products/riva-pebble')])
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(line(page)).toHaveCount(1)
  await second.getByRole('button', { name: 'Add to cart' }).click()
  await expect(line(second)).toHaveCount(2)
})

test.describe('with scripts again', () => {
  test.use({ javaScriptEnabled: true })
  test('a visitor keeps the cart from before scripts were enabled', async ({ page, browser, baseURL }) => {
    const before = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const plain = await before.newPage()
    await plain.goto('/products/moss-balm')
    await plain.getByRole('button', { name: 'Add to cart' }).click()
    await expect(line(plain)).toContainText('Moss Balm')
    await page.context().addCookies(await before.cookies())
    await before.close()
    await page.goto('/cart')
    await expect(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' })).toHaveValue('1')
    const cookies = (await page.context().cookies()).filter(({ name }) => name !== 'aurelle_set')
    expect(cookies.map(({ name }) => name)).toEqual(['__Host-aurelle_session_id'])
  })

  test('a visitor who disables scripts keeps the same cart', async ({ page, browser, baseURL }) => {
    await addToCart(page, 'moss-balm')
    const state = await page.context().storageState()
    const after = await browser.newContext({
      javaScriptEnabled: false,
      storageState: state,
      ...(baseURL && { baseURL }),
    })
    const plain = await after.newPage()
    await plain.goto('/cart')
    await expect(line(plain)).toContainText('Moss Balm')
    await plain.goto('/products/riva-pebble')
    await plain.getByRole('button', { name: 'Add to cart' }).click()
    await expect(line(plain)).toHaveCount(2)
    const ids = new Set(
      (await after.cookies()).filter(({ name }) => name.endsWith('session_id')).map(({ value }) => value),
    )
    expect([...ids]).toEqual([await page.evaluate(() => localStorage.getItem('aurelle_session_id'))])
    await after.close()
    await open(page, '/cart')
    await expect(page.getByRole('spinbutton')).toHaveCount(2)
  })
})
