import { expect, type Page } from '@playwright/test'
import { test } from './shop'

test.use({ javaScriptEnabled: false })

// Looking by text passes over what stands in a noscript element.
const line = (page: Page) => page.locator('noscript li')

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
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(heading, 'i') }), path).toBeVisible()
    await expect(page.getByRole('main').getByText(new RegExp(text, 'i')).first(), path).toBeVisible()
  }
})

test('without scripts the age question is asked and answered', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('dialog', { name: 'Age Verification Required' })).toBeVisible()
  await page.getByRole('button', { name: 'I am 18 or older' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('without scripts a product goes into the cart by a form, and no more than there is', async ({ page, staff }) => {
  await page.goto('/products/riva-pebble')
  await page.getByRole('spinbutton').fill('2')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(line(page)).toContainText('Riva Pebble')
  await expect(line(page)).toContainText('Quantity 2')
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
  await expect(line(page)).toContainText('Quantity 2')
})

test.describe('with scripts again', () => {
  test.use({ javaScriptEnabled: true })
  test('the cart of a visitor who came without scripts is still theirs', async ({ page, browser, baseURL }) => {
    const before = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const plain = await before.newPage()
    await plain.goto('/products/moss-balm')
    await plain.getByRole('button', { name: 'Add to cart' }).click()
    await expect(line(plain)).toContainText('Moss Balm')
    await page.context().addCookies(await before.cookies())
    await before.close()
    await page.goto('/cart')
    await expect(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' })).toHaveValue('1')
    expect(await page.context().cookies()).toEqual([])
  })
})
