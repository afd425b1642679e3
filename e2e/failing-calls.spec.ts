import { expect, type Page } from '@playwright/test'
import { testFailingCalls, type Call } from './failing-call'
import { uniqueEmail, open, openCart, openCheckout, addToCartByForm } from './steps'

const slug = 'atelier-gift-box'
const tryAgain = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click()
const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
const opening = (path: string) => (page: Page) => open(page, path)
const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

const calls: Call[] = [
  {
    call: 'the list of products',
    path: 'products*',
    prepare: opening('/about'),
    trigger: (page) => footerLink(page, 'Shop All'),
    message: 'The products could not be loaded',
    async recover(page) {
      await tryAgain(page)
      await expect(page.getByRole('link', { name: 'Riva Pebble' })).toBeVisible()
    },
  },
  {
    call: 'a product',
    path: 'products*',
    prepare: opening('/products'),
    trigger: (page) => page.getByRole('link', { name: 'Riva Pebble' }).click(),
    message: 'This product could not be loaded',
    async recover(page) {
      await tryAgain(page)
      await heading(page, 'Riva Pebble')
    },
  },
  {
    call: 'the categories',
    path: 'categories*',
    prepare: opening('/about'),
    trigger: (page) => footerLink(page, 'Categories'),
    message: /categories could not be loaded/,
    async recover(page) {
      await tryAgain(page)
      await expect(
        page
          .getByRole('main')
          .getByRole('link', { name: /Accessories/ })
          .first(),
      ).toBeVisible()
    },
  },
  {
    call: 'a category',
    path: 'categories*',
    prepare: opening('/categories'),
    trigger: (page) =>
      page
        .getByRole('main')
        .getByRole('link', { name: /Accessories/ })
        .first()
        .click(),
    message: /could not be loaded/,
    async recover(page) {
      await tryAgain(page)
      await heading(page, 'Accessories')
    },
  },
  {
    call: 'suggestions of the search',
    path: 'rpc/search_products*',
    prepare: opening('/about'),
    async trigger(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search products' }).fill('pebble')
    },
    message: 'Suggestions could not be loaded. Search still shows all results.',
    async recover(page) {
      await page.getByRole('combobox', { name: 'Search products' }).fill('pebbl')
      await expect(page.getByRole('option', { name: /Riva Pebble/ })).toBeVisible()
    },
  },
  {
    call: 'a change of quantity',
    path: 'cart_items*',
    prepare: (page) => openCart(page, slug),
    trigger: (page) => page.getByRole('button', { name: 'Increase quantity' }).click(),
    message: 'Failed to update quantity.',
    async recover(page) {
      await expect(page.getByRole('spinbutton')).toHaveValue('1')
      await page.getByRole('button', { name: 'Increase quantity' }).click()
      await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
    },
  },
  {
    call: 'a removal',
    path: 'cart_items*',
    prepare: (page) => openCart(page, slug),
    trigger: (page) => page.getByRole('button', { name: /^Remove / }).click(),
    message: 'Failed to remove item from cart.',
    async recover(page) {
      await expect(page.getByRole('spinbutton')).toHaveValue('1')
      await page.getByRole('button', { name: /^Remove / }).click()
      await expect(page.getByText('Your cart is empty')).toBeVisible()
    },
  },
  {
    call: 'the check of a promotion code',
    path: 'rpc/check_promotion',
    async prepare(page) {
      await openCheckout(page, slug)
      await page.getByRole('button', { name: 'Promotion code', exact: true }).click()
      await page.getByRole('textbox', { name: 'Promotion code' }).fill('MOSS')
    },
    trigger: (page) => page.getByRole('button', { name: 'Apply promotion code' }).click(),
    message: /The code could not be checked|Too many attempts/,
    async recover(page) {
      await page.getByRole('button', { name: 'Apply promotion code' }).click()
      await expect(page.getByText('That code isn’t valid. Check it and try again.')).toBeVisible()
    },
  },
  {
    call: 'the session of a payment',
    path: 'checkout_sessions*',
    prepare: (page) => addToCartByForm(page, slug),
    trigger: (page) => page.goto('/checkout/payment?session=any'),
    message: /could not be loaded/,
    async recover(page) {
      await tryAgain(page)
      await expect(page.getByText('Checkout session expired or not found.')).toBeVisible()
      await expect(page).toHaveURL('/cart')
    },
  },
  {
    call: 'tracking',
    path: 'rpc/track_order',
    prepare: opening('/track-order'),
    async trigger(page) {
      await page.getByLabel('Order number').fill('AM20250105-0001')
      await page.getByLabel('Email or postcode').fill('nobody@example.test')
      await page.getByRole('button', { name: 'Track' }).click()
    },
    message: /Failed to fetch tracking information\. Please try again later\.|Too many attempts/,
    async recover(page) {
      await expect(page.getByLabel('Order number')).toHaveValue('AM20250105-0001')
      await page.getByRole('button', { name: 'Track' }).click()
      await expect(
        page.getByText('Order not found. Please check your order number and try again.'),
      ).toBeVisible()
    },
  },
  {
    call: 'the link to open an account',
    path: 'rpc/read_account_token*',
    prepare: opening('/about'),
    trigger: (page) => page.goto('/create-account?token=of-a-email'),
    message: 'Your link could not be checked',
    async recover(page) {
      await tryAgain(page)
      await expect(page.getByText('Invalid Token')).toBeVisible()
    },
  },
  {
    call: 'a message to the house',
    path: 'contact_messages*',
    prepare: opening('/contact'),
    async trigger(page) {
      await page.getByLabel('Full name').fill('Imogen Hale')
      await page.getByLabel('Email').fill(uniqueEmail('failing'))
      await page.getByLabel('Subject').fill('Care')
      await page.getByLabel('Message').fill('How is the silk robe washed?')
      await page.getByRole('button', { name: 'Send Message' }).click()
    },
    message: 'Message not sent',
    async recover(page) {
      await expect(page.getByLabel('Message')).toHaveValue('How is the silk robe washed?')
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByText('Message Sent!')).toBeVisible()
    },
  },
]

testFailingCalls(calls)
