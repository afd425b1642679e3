import { expect } from '@playwright/test'
import { isDeep, isSampled } from '@shop/testing/sample'
import { test } from './shop'
import { addToCart, chooseDelivery, continueToPayment, fillCheckout, open, uniqueEmail } from './steps'

const devices = {
  'at a desk': {},
  'on a phone': { viewport: { width: 360, height: 780 }, hasTouch: true },
}

for (const [index, [where, device]] of Object.entries(devices).entries()) {
  test.describe(where, () => {
    test.use(device)

    // At a desk the purchase in each browser, tools/browsers/journeys.ts, goes the same way.
    if (where === 'on a phone' || isDeep)
      test('a guest finds a product, pays, and the order is stored and the stock reduced', async ({
        visitor: page,
        staff,
      }) => {
        const email = uniqueEmail('guest')
        const before = await staff.stockOf('moss-velvet-pouch')

        await open(page, '/')
        await page.getByRole('button', { name: 'I am 18 or older' }).click()
        await page.getByRole('main').getByRole('link', { name: 'Shop All' }).first().click()
        await page.getByRole('link', { name: 'Moss Velvet Keepsake Pouch' }).click()
        await expect(
          page.getByRole('heading', { level: 1, name: 'Moss Velvet Keepsake Pouch' }),
        ).toBeVisible()
        await page
          .getByRole('button', { name: /^(Increase|More|Add one)/ })
          .first()
          .click()
        await page.getByRole('button', { name: 'Add to cart' }).click()
        await expect(page.getByText('Item has been added to your cart.')).toBeVisible()

        await page.getByRole('link', { name: /^Cart, 2 items/ }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart')
        // 34.00 × 0.79 = 26.86 each
        await expect(page.getByText('£53.72').first()).toBeVisible()
        await page.getByRole('link', { name: 'Checkout' }).click()

        await fillCheckout(page, email)
        await expect(page.getByRole('radio', { name: /Standard/ })).toBeChecked()
        await continueToPayment(page)

        // 53.72 + 20 % VAT 10.74, delivered free from £25
        await page.getByRole('button', { name: 'Pay £64.46' }).click()
        await expect(page).toHaveURL('/checkout/success')
        await expect(page.getByText(/AM\d{8}-\d{4}/).first()).toBeVisible()
        await expect(page.getByText('£64.46 GBP')).toBeVisible()
        await expect(page.getByRole('link', { name: /^Cart/ })).not.toHaveAccessibleName(/[1-9]/)

        const [order, ...more] = await staff.ordersOf(email)
        expect(more).toEqual([])
        expect(order).toMatchObject({
          total: 64.46,
          payment_status: 'succeeded',
          items: [{ sku: 'AM-ACC-002', quantity: 2, unit_price: 26.86 }],
        })
        expect(await staff.stockOf('moss-velvet-pouch')).toBe(before - 2)
      })

    if (isSampled(index, 2))
      test('a reload at every step loses nothing, and a second payment is impossible', async ({
        adult: page,
        staff,
      }) => {
        const email = uniqueEmail('refresh')
        await addToCart(page, 'atelier-gift-box')
        await open(page, '/cart')
        await page.reload()
        await expect(page.getByText('Atelier Gift Box').first()).toBeVisible()
        await open(page, '/checkout')
        await fillCheckout(page, email)
        await chooseDelivery(page, 'Express')
        await page.reload()
        await expect(page.getByLabel('Email')).toHaveValue(email)
        await chooseDelivery(page, 'Express')
        await continueToPayment(page)
        // 18.00 × 0.79 = 14.22, VAT 2.84, Express 4.99
        await expect(page.getByRole('button', { name: 'Pay £22.05' })).toBeVisible()
        await page.reload()
        await page.getByRole('button', { name: 'Pay £22.05' }).dblclick()
        await expect(page).toHaveURL(/\/checkout\/success/)
        await page.reload()
        await expect(page.getByText(/AM\d{8}-\d{4}/).first()).toBeVisible()
        expect(await staff.ordersOf(email)).toHaveLength(1)
      })

    if (isSampled(index + 1, 2))
      test('the next user of the device finds no id, name or address of the order', async ({
        adult: page,
      }) => {
        const email = uniqueEmail('shared')
        await addToCart(page, 'atelier-gift-box')
        await open(page, '/checkout')
        await fillCheckout(page, email)
        await chooseDelivery(page, 'Standard')
        await continueToPayment(page)
        await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
        const id = new URL(page.url()).searchParams.get('session') ?? ''
        expect(id).not.toBe('')
        await page.reload()
        await page.getByRole('button', { name: /^Pay £/ }).click()
        await expect(page).toHaveURL('/checkout/success')
        await expect(page.getByText('14 Linden Mews', { exact: false })).toBeVisible()
        await expect(page.getByRole('button', { name: 'Create an account' })).toBeVisible()

        await page.reload()
        await expect(page.getByRole('heading', { name: /^Order AM\d{8}-\d{4,} is placed$/ })).toBeVisible()
        await expect(page.getByText(/Linden Mews|Imogen|@example\.test/)).toHaveCount(0)
        const stored = await page.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        )
        expect(stored).not.toContain(id)
        expect(stored).not.toMatch(/Linden Mews|Imogen/)

        // The id is the secret: whoever has the full URL can open the page, which removes the id again.
        await page.goto(`/checkout/success?session=${id}`)
        await expect(page.getByText('14 Linden Mews', { exact: false })).toBeVisible()
        await expect(page).toHaveURL('/checkout/success')
        await page.getByRole('button', { name: 'Create an account' }).click()
        await expect(page).toHaveURL(/\/create-account\?token=/)
      })
  })
}
