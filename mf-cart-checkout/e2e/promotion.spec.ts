import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import {
  addToCartByForm,
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  uniqueEmail,
  open,
  openCheckout,
  pay,
  hydrated,
} from '../../e2e/steps'

test('a promotion code is rejected with a message, applied, paid with, and used up for the next buyer', async ({
  adult: page,
  staff,
}) => {
  const code = `Moss${String(Date.now())}`
  const email = uniqueEmail('promotion')
  await staff.addPromotion({ code, kind: 'percent', percent: 10, uses_limit: 1 })
  await openCheckout(page, 'atelier-gift-box')
  await fillCheckout(page, email)
  await chooseDelivery(page, 'Express')

  await page.getByRole('button', { name: 'Promotion code', exact: true }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Promotion code' })
  await expect(field).toBeFocused()
  await field.fill('no such code')
  await field.press('Enter')
  await expect(page.getByText('That code isn’t valid. Check it and try again.')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(code.toLowerCase())
  await field.press('Enter')
  await expect(page.getByRole('button', { name: `Remove promotion code ${code}` })).toBeFocused()
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()

  // The input survives a reload.
  await page.reload()
  await hydrated(page)
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  await continueToPayment(page)
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  const charged = Number(
    (await page.getByRole('button', { name: /^Pay £/ }).textContent())?.replace(/[^\d.]/g, ''),
  )
  await pay(page)
  await expect(page).toHaveURL(/\/checkout\/success/)
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  const [order] = await staff.ordersOf(email)
  expect(order).toMatchObject({ promotion_code: code, total: charged })
  const { subtotal = 0, discount_amount = 0, tax_amount = 0, shipping_amount = 0 } = order ?? {}
  expect(discount_amount).toBeCloseTo(subtotal / 10, 1)
  expect(subtotal - discount_amount + tax_amount + shipping_amount).toBeCloseTo(charged, 5)

  await addToCartByForm(page, 'atelier-gift-box')
  await open(page, '/checkout')
  await expect(page.getByText(`Discount (${code})`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Promotion code', exact: true }).click()
  await page.getByRole('textbox', { name: 'Promotion code' }).fill(code)
  await page.getByRole('button', { name: 'Apply promotion code' }).click()
  await expect(page.getByText('This code has been used up.')).toBeVisible()
})

test('an automatic promotion of a product is in the cart without scripts too, is paid with, and beats a smaller code', async ({
  adult: page,
  staff,
  baseURL,
}) => {
  const name = `Two for one ${String(Date.now())}`
  const code = `Less${String(Date.now())}`
  const email = uniqueEmail('automatic')
  const { product = '', S = '' } = await staff.addSizes(`robe-${randomUUID()}`, 'Linen Robe', { S: 5 })
  await staff.addPromotion({ code, kind: 'percent', percent: 1 })
  await staff.addPromotion({
    code: name,
    is_automatic: true,
    kind: 'buy_get',
    buy_quantity: 1,
    get_quantity: 1,
    percent: 100,
    applies_to: 'products',
    product_ids: [product],
  })
  await page.request.post('/cart', {
    form: { product, variant: S, quantity: '1' },
    headers: { origin: baseURL ?? '' },
  })
  await open(page, '/cart')
  await expect(page.getByText(`Add 1 more for “${name}”.`)).toBeVisible()
  const saved = page.waitForResponse(/cart_items/)
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(page.getByText(`Discount (${name})`)).toBeVisible()
  await expect(page.getByText('−£31.60')).toBeVisible()
  await saved
  const html = await (await page.request.get('/cart')).text()
  expect(html).toContain(`Discount (${name})`)

  await open(page, '/checkout')
  await fillCheckout(page, email)
  await chooseDelivery(page, 'Express')
  await page.getByRole('button', { name: 'Promotion code', exact: true }).click()
  await page.getByRole('textbox', { name: 'Promotion code' }).fill(code)
  await page.getByRole('button', { name: 'Apply promotion code' }).click()
  await expect(page.getByText(`“${name}” saves as much without a code.`)).toBeVisible()
  await continueToPayment(page)
  await expect(page.getByText(`Discount (${name})`)).toBeVisible()
  await pay(page)
  await expect(page).toHaveURL(/\/checkout\/success/)
  const [order] = await staff.ordersOf(email)
  expect(order).toMatchObject({ promotion_code: name, discount_amount: 31.6 })
})
