import { expect, type Page } from '@playwright/test'
import { accountScreens } from './account-screens'
import { backOfficeScreens } from './back-office-screens'
import { guestScreens } from './guest-screens'
import { myOrderScreens } from './my-order-screens'
import type { Screen } from './screen'
import {
  addToCart,
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  uniqueEmail,
  open,
  openCart,
  openCheckout,
  openIdle,
  pay,
  signIn,
  hydrated,
} from './steps'

async function toCheckout(page: Page): Promise<void> {
  await openCheckout(page, 'atelier-gift-box')
  await chooseDelivery(page, 'Standard')
}

async function toPayment(page: Page): Promise<void> {
  await toCheckout(page)
  await fillCheckout(page, uniqueEmail('axe'))
  await continueToPayment(page)
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
}

async function openSearch(page: Page): Promise<void> {
  await open(page, '/about')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search products' }).fill('silk')
  await expect(page.getByRole('option').first()).toBeVisible()
}

const plain = [
  '/products',
  '/products/riva-pebble',
  '/products/hours-silk-robe?size=m',
  '/products/still-water-bath-salts',
  '/products?min=999999',
  '/products/no-such-thing',
  '/categories',
  '/categories/accessories',
  '/categories/no-such-room',
  '/review',
  '/search',
  '/search?q=pebble',
  '/search?q=zzqxv',
  '/wishlist',
  '/cart',
  '/about',
  '/contact',
  '/faq',
  '/shipping',
  '/privacy',
  '/discretion',
  '/terms',
  '/returns',
  '/warranty',
  '/gift-cards',
  '/age-verification',
  '/track-order',
  '/auth',
  '/admin/login',
  '/offline',
  '/nowhere',
]

/** Every page of the shop, and the states in which it looks different. */
export const screens: Screen[] = [
  {
    name: 'age gate',
    open: (page) =>
      page
        .goto('/')
        .then(() => expect(page.getByRole('dialog', { name: 'Age Verification Required' })).toBeVisible()),
  },
  ...plain.map((path) => ({ name: path, open: (page: Page) => openIdle(page, path) })),
  {
    name: 'home',
    async open(page) {
      await page.goto('/')
      await page.getByRole('button', { name: 'I am 18 or older' }).click()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'menu of a phone',
    widths: [320],
    async open(page) {
      await page.setViewportSize({ width: 320, height: 900 })
      await open(page, '/products')
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'search with suggestions', open: openSearch },
  {
    name: 'added to cart, with its mini cart',
    async open(page) {
      await addToCart(page, 'moss-balm')
      // It stays while the pointer moves over it.
      await page.getByRole('group', { name: 'Your cart' }).hover()
    },
  },
  {
    name: 'wishlist with a product',
    async open(page) {
      await openIdle(page, '/products/moss-balm')
      await hydrated(page)
      await page.getByRole('button', { name: 'Add Moss Balm to wishlist' }).click()
      await openIdle(page, '/wishlist')
      await expect(page.getByRole('link', { name: 'Moss Balm' })).toBeVisible()
    },
  },
  {
    name: 'more than the stock',
    async open(page) {
      await openIdle(page, '/products/atelier-gift-box')
      await hydrated(page)
      await page.route('**/rest/v1/rpc/cart_add*', (route) =>
        route.fulfill({
          status: 409,
          json: {
            code: 'PT409',
            message: 'Only 2 items available.',
            hint: 'insufficient_stock',
            details: '2',
          },
        }),
      )
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await expect(page.getByText('Insufficient Stock')).toBeVisible()
    },
  },
  {
    name: 'cart with lines',
    open: (page) => openCart(page, 'moss-balm'),
  },
  {
    name: 'cart that cannot be read',
    async open(page) {
      await addToCart(page, 'moss-balm')
      await page.route('**/rest/v1/cart_items*', (route) => route.abort())
      await page.goto('/cart')
      await expect(page.getByText('Your cart could not be loaded')).toBeVisible()
    },
  },
  { name: 'checkout', open: toCheckout },
  {
    name: 'checkout with mistakes',
    async open(page) {
      await toCheckout(page)
      await continueToPayment(page)
      await expect(page.getByLabel('Email')).toBeFocused()
    },
  },
  { name: 'payment', open: toPayment },
  {
    name: 'payment declined',
    async open(page) {
      await toPayment(page)
      await page.getByText('Test the shop').click()
      await page.getByRole('checkbox', { name: 'Decline this payment' }).check({ force: true })
      await pay(page)
      await expect(page.getByText('Payment Failed')).toBeVisible()
    },
  },
  {
    name: 'confirmation',
    async open(page) {
      await toPayment(page)
      await pay(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
    },
  },
  {
    name: 'contact with mistakes',
    async open(page) {
      await openIdle(page, '/contact')
      await hydrated(page)
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByText('Validation Error')).toBeVisible()
    },
  },
  {
    name: 'an answer of the FAQ',
    async open(page) {
      await openIdle(page, '/faq')
      await page.getByRole('main').locator('summary').first().click()
    },
  },
  {
    name: 'tracking that finds nothing',
    async open(page) {
      await openIdle(page, '/track-order')
      await hydrated(page)
      await page.getByLabel('Order number').fill('AM20250105-0001')
      await page.getByLabel('Email or postcode').fill('nobody@example.test')
      await page.getByRole('button', { name: 'Track' }).click()
      await expect(
        page.getByText('Order not found. Please check your order number and try again.'),
      ).toBeVisible()
    },
  },
  {
    name: 'sign-up',
    async open(page) {
      await openIdle(page, '/auth')
      await hydrated(page)
      await page.getByRole('tab', { name: 'Sign Up' }).click()
      await expect(page.getByLabel('First name')).toBeVisible()
    },
  },
  {
    name: 'account',
    async open(page) {
      await signIn(page)
      await openIdle(page, '/account')
    },
  },
  ...accountScreens,
  {
    name: 'my orders',
    async open(page) {
      await signIn(page)
      await openIdle(page, '/account/orders')
    },
  },
  {
    name: 'a remote that cannot be loaded',
    async open(page) {
      await open(page, '/about')
      await page.route('**/releases/mf-catalog/**', (route) => route.abort())
      await page.getByRole('contentinfo').getByRole('link', { name: 'Shop All' }).click()
      await expect(page.getByText('This part of the shop is not available')).toBeVisible()
    },
  },
  ...guestScreens,
  ...myOrderScreens,
  ...backOfficeScreens,
]
