import { expect, type Page } from '@playwright/test'
import { sendPaymentLink } from '../../e2e/order-steps'
import { checkScreens, pageAt, visit } from '../../e2e/screens'
import {
  addToCart,
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  open,
  openCart,
  openCheckout,
  pay,
  uniqueEmail,
} from '../../e2e/steps'

const email = 'imogen@example.test'

const decline = (page: Page) => page.getByRole('checkbox', { name: 'Decline this payment' })

checkScreens([
  visit(
    pageAt('/cart'),
    pageAt(`/checkout/link?session=cs_${'0'.repeat(64)}`),
    {
      name: 'cart with lines',
      async open(page) {
        await openCart(page, 'moss-balm')
        await expect(page.getByRole('heading', { name: 'Goes well with it' })).toBeVisible()
      },
    },
    {
      name: 'checkout',
      async open(page) {
        await open(page, '/checkout')
        await chooseDelivery(page, 'Standard')
      },
    },
    {
      name: 'checkout with mistakes',
      async open(page) {
        await continueToPayment(page)
        await expect(page.getByLabel('Email')).toBeFocused()
      },
    },
    {
      name: 'payment',
      async open(page) {
        await fillCheckout(page, uniqueEmail('axe'))
        await continueToPayment(page)
        await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
      },
    },
    {
      name: 'payment declined',
      async open(page) {
        await page.getByText('Test the shop').click()
        await decline(page).check({ force: true })
        await pay(page)
        await expect(page.getByText('Payment Failed')).toBeVisible()
      },
    },
    {
      name: 'confirmation',
      async open(page) {
        await decline(page).uncheck({ force: true })
        await pay(page)
        await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
      },
    },
  ),
  {
    name: 'cart that cannot be read',
    async open(page) {
      await addToCart(page, 'moss-balm')
      await page.route('**/rest/v1/cart_items*', (route) => route.abort())
      // With the cookie the server would read it.
      await page.context().clearCookies({ name: '__Host-aurelle_session_id' })
      await open(page, '/cart')
      await expect(page.getByText('Your cart could not be loaded')).toBeVisible()
    },
  },
  {
    name: 'a change to an order, to pay',
    async open(page) {
      await open(page, (await sendPaymentLink(page)).path)
      await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
    },
  },
  {
    name: 'checkout whose session has ended',
    async open(page) {
      await openCheckout(page, 'atelier-gift-box')
      await page.evaluate((of) => {
        const ended = { id: 'u', email: of, firstName: 'Imogen', lastName: 'Hale' }
        sessionStorage.setItem('aurelle_session_ended', JSON.stringify(ended))
      }, email)
      await open(page, '/checkout')
      await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
    },
  },
])
