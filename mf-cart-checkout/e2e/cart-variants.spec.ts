import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { chooseDelivery, continueToPayment, fillCheckout, uniqueEmail, open, pay } from '../../e2e/steps'

/** Puts a size into the visitor's cart by the form of its page. */
async function putSize(page: Page, baseURL: string | undefined, product = '', variant = ''): Promise<number> {
  const response = await page.request.post('/cart', {
    form: { product, variant, quantity: '1' },
    headers: { origin: baseURL ?? '' },
  })
  return response.status()
}

test('two sizes are two lines, a size changes in place, and the order names it', async ({
  adult: page,
  staff,
  baseURL,
}) => {
  const slug = `robe-${randomUUID()}`
  const { product, S, M } = await staff.addSizes(slug, 'Linen Robe', { S: 3, M: 2, L: 0, XL: 4 })
  expect(await putSize(page, baseURL, product)).toBe(409)
  expect(await putSize(page, baseURL, product, product)).toBe(409)
  await putSize(page, baseURL, product, S)
  await putSize(page, baseURL, product, M)
  await open(page, '/cart')
  await expect(page.getByText('Size: S', { exact: true })).toBeVisible()
  await expect(page.getByText('Size: M', { exact: true })).toBeVisible()
  const size = page.getByRole('combobox', { name: 'Size of Linen Robe' }).first()
  await expect(size.getByRole('option', { name: 'L, sold out' })).toBeDisabled()
  await size.focus()
  const changed = page.waitForResponse(/rpc\/cart_change_variant/)
  await size.selectOption('XL')
  await expect(page.getByText('Size: XL')).toBeVisible()
  await changed
  await expect(size).toBeFocused()
  await expect(page.getByRole('group', { name: 'Quantity of Linen Robe, XL' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Size: XL')).toBeVisible()
  await page.getByRole('combobox', { name: 'Size of Linen Robe' }).first().selectOption('M')
  await expect(page.getByRole('combobox', { name: 'Size of Linen Robe' })).toHaveCount(1)
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Linen Robe, M' })).toHaveValue('2')

  const email = uniqueEmail('sizes')
  await page.getByRole('link', { name: 'Checkout' }).click()
  await expect(page.getByText('Linen Robe, M')).toBeVisible()
  await fillCheckout(page, email)
  await chooseDelivery(page, 'Express')
  await continueToPayment(page)
  await expect(page.getByText(`SKU ${slug}-M, quantity 2`)).toBeVisible()
  await pay(page)
  await expect(page).toHaveURL(/\/checkout\/success/)
  await expect(page.getByText('Linen Robe, M')).toBeVisible()
  const [order] = await staff.ordersOf(email)
  expect(order?.items).toMatchObject([{ sku: `${slug}-M`, variant_name: 'M', quantity: 2 }])
  expect(await staff.stockOf(slug)).toBe(7)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a form changes the size of a line, and a size that is gone meanwhile is rejected', async ({
    page,
    staff,
    baseURL,
  }) => {
    const slug = `robe-${randomUUID()}`
    const { product, S, M, L } = await staff.addSizes(slug, 'Linen Robe', { S: 3, M: 2, L: 1, XL: 0 })
    await putSize(page, baseURL, product, S)
    await putSize(page, baseURL, product, M)
    await page.goto('/cart')
    const line = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('combobox') })
    await expect(line).toHaveCount(2)
    const list = line.first().getByRole('combobox')
    const change = line.first().getByRole('button', { name: 'Change size of Linen Robe' })
    await expect(list).toHaveValue(S ?? '')
    await expect(list.locator('option', { hasText: 'XL, sold out' })).toBeDisabled()
    await list.selectOption(L ?? '')
    await change.click()
    await expect(page).toHaveURL('/cart')
    await expect(line.first()).toContainText('Size: L')
    await list.selectOption(M ?? '')
    await change.click()
    await expect(line).toHaveCount(1)
    await expect(line).toContainText('Size: M')
    await expect(line.getByRole('spinbutton')).toHaveValue('2')
    await list.selectOption(S ?? '')
    await staff.setSizeStock(S ?? '', 1)
    await change.click()
    await expect(page.getByRole('alert')).toHaveText('Only 1 items available.')
    await expect(line).toContainText('Size: M')
  })
})
