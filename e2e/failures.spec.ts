import { expect, type Page } from '@playwright/test'
import { failureText, retryTimeout, sampleFailures, shortenTimeouts } from './failures'
import { test } from './shop'
import { chooseDelivery, continueToPayment, fillCheckout, open, pay, uniqueEmail } from './steps'

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

for (const [how, fail] of sampleFailures(0))
  test(`a purchase, when the backend ${how}: each step shows an error, loses nothing, and there is one order`, async ({
    page,
    staff,
  }) => {
    const email = uniqueEmail('failures')
    if (how === 'hangs') await shortenTimeouts(page)
    await test.step('adding to the cart', async () => {
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

    await test.step('the cart', async () => {
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

    await test.step('the checkout', async () => {
      await page.route('**/rest/v1/shipping_methods*', fail)
      // By a link: the server would read the options for a page that it renders.
      await page.getByRole('main').getByRole('link', { name: 'Checkout', exact: true }).click()
      await expect(failureText(page, how, 'The delivery options could not be loaded')).toBeVisible(
        retryTimeout,
      )
      await page.getByLabel('First name').fill('Imogen')
      await page.unroute('**/rest/v1/shipping_methods*')
      await again(page).click()
      await expect(page.getByRole('radio', { name: /Standard/ })).toBeAttached()
      await expect(page.getByLabel('First name')).toHaveValue('Imogen')

      await page.route('**/rest/v1/rpc/start_checkout', fail)
      await fillCheckout(page, email)
      await chooseDelivery(page, 'Standard')
      await continueToPayment(page)
      await expect(failureText(page, how, 'Checkout Error')).toBeVisible(retryTimeout)
      await standing(page, 1)
      await page.unroute('**/rest/v1/rpc/start_checkout')
      await continueToPayment(page)
    })

    await test.step('the payment', async () => {
      await page.route('**/rest/v1/rpc/complete_checkout', fail)
      await pay(page)
      const unpaid = 'There was an error processing your payment. Please try again.'
      await expect(failureText(page, how, unpaid)).toBeVisible(retryTimeout)
      await standing(page, 1)
      await page.unroute('**/rest/v1/rpc/complete_checkout')
      // A payment that was limited is sent again by itself.
      if (how !== 'answers 429') await pay(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
      expect(await staff.ordersOf(email)).toHaveLength(1)
    })
  })
