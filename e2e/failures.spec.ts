import { expect, type Page } from '@playwright/test'
import { hurry, someFailures, twice } from './failures'
import { test } from './shop'
import {
  addToCart,
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  mailbox,
  open,
  pay,
  putIntoCart,
} from './steps'

const slug = 'atelier-gift-box'
const again = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** Header, footer and the cart stand whatever happens. */
async function standing(page: Page, pieces: number): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.getByRole('main')).not.toBeEmpty()
  if (pieces > 0)
    await expect(page.getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
      new RegExp(`^Cart, ${String(pieces)} item`),
    )
}

async function toPayment(page: Page): Promise<void> {
  await fillCheckout(page, mailbox('failures'))
  await chooseDelivery(page, 'Standard')
  await continueToPayment(page)
}

for (const [how, fail] of someFailures(0)) {
  test.describe(`when the backend ${how}`, () => {
    test.beforeEach(async ({ page }) => {
      if (how === 'hangs') await hurry(page)
    })

    test('adding to the cart is told, and works once it is back', async ({ page }) => {
      await open(page, `/products/${slug}`)
      await page.route('**/rest/v1/rpc/cart_add*', fail)
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await expect(page.getByText('Failed to add item to cart.')).toBeVisible(twice)
      await standing(page, 0)
      await page.unroute('**/rest/v1/rpc/cart_add*')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await expect(page.getByText('Item has been added to your cart.')).toBeVisible()
      await standing(page, 1)
    })

    test('the cart says so, keeps what is in it, and comes back', async ({ page }) => {
      await addToCart(page, slug)
      await page.route('**/rest/v1/cart_items*', fail)
      await page.goto('/cart')
      await expect(page.getByText('Your cart could not be loaded')).toBeVisible(twice)
      await standing(page, 0)
      await page.unroute('**/rest/v1/cart_items*')
      await again(page).click()
      await expect(page.getByRole('spinbutton')).toHaveValue('1')
      await standing(page, 1)
    })

    test('the checkout says so at each step, loses nothing that was typed, and makes one order', async ({
      page,
    }) => {
      await putIntoCart(page, slug)
      await page.route('**/rest/v1/shipping_methods*', fail)
      await page.goto('/checkout')
      await expect(page.getByText('The shipping methods could not be loaded')).toBeVisible(twice)
      await page.getByLabel('First name').fill('Imogen')
      await page.unroute('**/rest/v1/shipping_methods*')
      await again(page).click()
      await expect(page.getByRole('radio', { name: /Standard/ })).toBeAttached()
      await expect(page.getByLabel('First name')).toHaveValue('Imogen')

      await page.route('**/rest/v1/rpc/start_checkout', fail)
      await toPayment(page)
      await expect(page.getByText('Checkout Error')).toBeVisible(twice)
      await standing(page, 1)
      await page.unroute('**/rest/v1/rpc/start_checkout')
      await continueToPayment(page)

      await page.route('**/rest/v1/rpc/complete_checkout', fail)
      await pay(page)
      await expect(
        page.getByText('There was an error processing your payment. Please try again.'),
      ).toBeVisible(twice)
      await standing(page, 1)
      await page.unroute('**/rest/v1/rpc/complete_checkout')
      await pay(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
    })
  })
}
