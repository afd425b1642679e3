import { expect, type Page } from '@playwright/test'
import { failureText, retryTimeout, sampleFailures, shortenTimeouts } from './failures'
import { test } from './shop'
import { addToCart, chooseDelivery, continueToPayment, fillCheckout, uniqueEmail, open, pay } from './steps'

const slug = 'atelier-gift-box'
const again = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** Expects header, footer and cart link, whatever fails. */
async function standing(page: Page, pieces: number): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.getByRole('main')).not.toBeEmpty()
  if (pieces > 0)
    // The checkout's own header counts them in its link back.
    await expect(
      page.getByRole('link', {
        name: new RegExp(`^(Cart, ${String(pieces)} item|Back to cart \\(${String(pieces)}\\))`),
      }),
    ).toBeVisible()
}

async function toPayment(page: Page): Promise<void> {
  await fillCheckout(page, uniqueEmail('failures'))
  await chooseDelivery(page, 'Standard')
  await continueToPayment(page)
}

for (const [how, fail] of sampleFailures(0)) {
  test.describe(`when the backend ${how}`, () => {
    test.beforeEach(async ({ page }) => {
      if (how === 'hangs') await shortenTimeouts(page)
    })

    test('adding to the cart shows an error, and works after it has recovered', async ({ page }) => {
      await open(page, `/products/${slug}`)
      await page.route('**/rest/v1/rpc/cart_add*', fail)
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await expect(failureText(page, how, 'Failed to add item to cart.')).toBeVisible(retryTimeout)
      await standing(page, 0)
      await page.unroute('**/rest/v1/rpc/cart_add*')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await expect(page.getByText('Item has been added to your cart.')).toBeVisible()
      await standing(page, 1)
    })

    test('the cart shows an error, loses nothing, and recovers', async ({ page }) => {
      await addToCart(page, slug)
      // With the guest's cookie the server would read the cart.
      await page.context().clearCookies({ name: /aurelle_session_id$/ })
      await page.route('**/rest/v1/cart_items*', fail)
      await page.goto('/cart')
      await expect(failureText(page, how, 'Your cart could not be loaded')).toBeVisible(retryTimeout)
      await standing(page, 0)
      await page.unroute('**/rest/v1/cart_items*')
      await again(page).click()
      await expect(page.getByRole('spinbutton')).toHaveValue('1')
      await standing(page, 1)
    })

    test('the checkout shows errors at each step, keeps the input, and creates one order', async ({
      page,
    }) => {
      await addToCart(page, slug)
      await page.route('**/rest/v1/shipping_methods*', fail)
      // By a link: the server would read the options for a page that it renders.
      await page.getByRole('group', { name: 'Your cart' }).getByRole('link', { name: 'Checkout' }).click()
      await expect(failureText(page, how, 'The delivery options could not be loaded')).toBeVisible(
        retryTimeout,
      )
      await page.getByLabel('First name').fill('Imogen')
      await page.unroute('**/rest/v1/shipping_methods*')
      await again(page).click()
      await expect(page.getByRole('radio', { name: /Standard/ })).toBeAttached()
      await expect(page.getByLabel('First name')).toHaveValue('Imogen')

      await page.route('**/rest/v1/rpc/start_checkout', fail)
      await toPayment(page)
      await expect(failureText(page, how, 'Checkout Error')).toBeVisible(retryTimeout)
      await standing(page, 1)
      await page.unroute('**/rest/v1/rpc/start_checkout')
      await continueToPayment(page)

      await page.route('**/rest/v1/rpc/complete_checkout', fail)
      await pay(page)
      const unpaid = 'There was an error processing your payment. Please try again.'
      await expect(failureText(page, how, unpaid)).toBeVisible(retryTimeout)
      await standing(page, 1)
      await page.unroute('**/rest/v1/rpc/complete_checkout')
      // A payment that was limited is sent again by itself.
      if (how !== 'answers 429') await pay(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
    })
  })
}
