import { expect, type Page } from '@playwright/test'
import { testFailingCalls, type Call } from './failing-call'
import { open, addToCartByForm } from './steps'

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
    call: 'the session of a payment',
    path: 'checkout_sessions*',
    prepare: (page) => addToCartByForm(page, slug),
    trigger: (page) => page.goto(`/checkout/payment?session=cs_${'0'.repeat(64)}`),
    message: /could not be loaded/,
    async recover(page) {
      await tryAgain(page)
      await expect(page.getByText('Checkout session expired or not found.')).toBeVisible()
      await expect(page).toHaveURL('/cart')
    },
  },
  {
    call: 'the link to open an account',
    path: 'rpc/read_account_token*',
    prepare: opening('/about'),
    trigger: (page) => page.goto('/create-account?token=of-an-email'),
    message: 'Your link could not be checked',
    async recover(page) {
      await tryAgain(page)
      await expect(page.getByText('Invalid Token')).toBeVisible()
    },
  },
]

testFailingCalls(calls)
