import { expect, type Page } from '@playwright/test'
import { testMessages, type Situation } from '../../e2e/exact-message'
import { test } from '../../e2e/shop'
import {
  addToCart,
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  uniqueEmail,
  open,
  openCart,
  openCheckout,
  pay,
} from '../../e2e/steps'

const slug = 'atelier-gift-box'
const broken = (page: Page, path: string) =>
  page.route(`**/rest/v1/${path}`, (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal error' } }),
  )

const openProduct = (page: Page) => open(page, `/products/${slug}`)

async function toCheckout(page: Page): Promise<void> {
  await openCheckout(page, slug)
  await fillCheckout(page, uniqueEmail('messages'))
  await chooseDelivery(page, 'Standard')
}

async function track(page: Page): Promise<void> {
  await open(page, '/track-order')
  await page.getByLabel('Order number').fill('AM20250105-0001')
  await page.getByLabel('Email or postcode').fill('nobody@example.test')
  await page.getByRole('button', { name: 'Track' }).click()
}

async function write(page: Page, fields: Record<string, string>): Promise<void> {
  await open(page, '/contact')
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Send Message' }).click()
}

/** Opens a letter's link that the backend answers so, and asks for an account. */
async function createAccount(page: Page, { state = 'valid', signUp = 200, repeated = 'secret-1' } = {}) {
  await page.route('**/rest/v1/rpc/read_account_token*', (route) =>
    route.fulfill({ json: { state, email: uniqueEmail('create') } }),
  )
  await page.route('**/rest/v1/rpc/claim_account_token*', (route) => route.fulfill({ json: true }))
  const refused = { code: 422, error_code: 'x', msg: 'Sign-ups are closed' }
  if (signUp !== 200)
    await page.route('**/auth/v1/signup*', (route) => route.fulfill({ status: signUp, json: refused }))
  await open(page, '/create-account?token=of-a-letter')
  if (state !== 'valid') return
  await page.getByLabel('First name').fill('Imogen')
  await page.getByLabel('Last name').fill('Hale')
  await page.getByLabel('Password', { exact: true }).fill(repeated.length < 6 ? repeated : 'secret-1')
  await page.getByLabel('Confirm password').fill(repeated)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

const letter = {
  'Full name': 'Imogen Hale',
  Email: 'imogen@example.test',
  Subject: 'Care',
  Message: 'How is the silk robe washed?',
}

const rows: Situation[] = [
  {
    situation: 'add to cart fails',
    async meet(page) {
      await openProduct(page)
      await broken(page, 'rpc/cart_add*')
      await page.getByRole('button', { name: 'Add to cart' }).click()
    },
    says: ['Error', 'Failed to add item to cart.'],
  },
  {
    situation: 'update quantity fails',
    async meet(page) {
      await openCart(page, slug)
      await broken(page, '**')
      await page.getByRole('button', { name: 'Increase quantity' }).click()
    },
    says: ['Failed to update quantity.'],
  },
  {
    situation: 'remove fails',
    async meet(page) {
      await openCart(page, slug)
      await broken(page, '**')
      await page.getByRole('button', { name: /^Remove / }).click()
    },
    says: ['Failed to remove item from cart.'],
  },
  {
    situation: 'add success',
    meet: (page) => addToCart(page, slug),
    says: ['Added to cart', 'Item has been added to your cart.'],
  },
  {
    situation: 'remove success',
    async meet(page) {
      await openCart(page, slug)
      await page.getByRole('button', { name: /^Remove / }).click()
    },
    says: ['Removed from cart', 'Your cart is empty'],
  },
  {
    situation: 'stock exceeded',
    async meet(page) {
      await openProduct(page)
      await page.route('**/rest/v1/rpc/cart_add*', (route) =>
        route.fulfill({
          status: 409,
          json: {
            code: 'PT409',
            message: 'Only 3 items available.',
            hint: 'insufficient_stock',
            details: '3',
          },
        }),
      )
      await page.getByRole('button', { name: 'Add to cart' }).click()
    },
    says: ['Insufficient Stock', 'Only 3 items available.'],
  },
  {
    situation: 'checkout failure',
    async meet(page) {
      await toCheckout(page)
      await broken(page, 'rpc/start_checkout')
      await continueToPayment(page)
    },
    says: ['Checkout Error', 'Something went wrong. Please try again.'],
  },
  {
    situation: 'payment session missing',
    async meet(page) {
      await page.goto('/checkout/payment?session=gone')
    },
    says: ['Session Not Found', 'Checkout session expired or not found.'],
    to: '/cart',
  },
  {
    situation: 'payment failure',
    async meet(page) {
      await toCheckout(page)
      await continueToPayment(page)
      await broken(page, 'rpc/complete_checkout')
      await pay(page)
    },
    says: ['Payment Failed', 'There was an error processing your payment. Please try again.'],
  },
  {
    situation: 'tracking not found',
    meet: track,
    says: ['Order not found. Please check your order number and try again.'],
  },
  {
    situation: 'tracking failure',
    async meet(page) {
      await broken(page, 'rpc/**')
      await track(page)
    },
    says: ['Failed to fetch tracking information. Please try again later.'],
  },
  {
    situation: 'token invalid',
    meet: (page) => open(page, '/create-account?token=no-such-token'),
    says: ['Invalid Token', 'This account creation link is invalid or has expired.'],
    to: '/',
  },
  {
    situation: 'token expired',
    meet: (page) => createAccount(page, { state: 'expired' }),
    says: ['Token Expired', 'This account creation link has expired.'],
    to: '/',
  },
  {
    situation: 'passwords that differ',
    meet: (page) => createAccount(page, { repeated: 'secret-2' }),
    says: ['Password Mismatch', 'Passwords do not match.'],
  },
  {
    situation: 'password too short',
    meet: (page) => createAccount(page, { repeated: 'short' }),
    says: ['Password Too Short', 'Password must be at least 6 characters long.'],
  },
  {
    situation: 'account creation fails',
    meet: (page) => createAccount(page, { signUp: 422 }),
    says: ['Account Creation Failed', 'Sign-ups are closed'],
  },
  {
    situation: 'account created',
    meet: (page) => createAccount(page),
    says: ['Account Created!', 'Please check your email to verify your account.'],
  },
  {
    situation: 'contact success',
    meet: (page) => write(page, letter),
    says: ['Message Sent!', "Thank you for reaching out. We'll get back to you within 24 hours."],
  },
  {
    situation: 'contact form left blank',
    meet: (page) => write(page, {}),
    says: [
      'Validation Error',
      'Please fix the errors below and try again.',
      'Name is required',
      'Email is required',
      'Subject is required',
      'Message is required',
    ],
  },
  {
    situation: 'contact form with what is no email and too short a message',
    meet: (page) => write(page, { ...letter, Email: 'imogen', Message: 'Too short' }),
    says: ['Validation Error', 'Email is invalid', 'Message must be at least 10 characters'],
  },
]

testMessages(rows)

test('a toast disappears after five seconds', async ({ page }) => {
  await openProduct(page)
  await page.clock.install()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  const notice = page.getByText('Item has been added to your cart.')
  await expect(notice).toBeVisible()
  await page.clock.fastForward(4000)
  await expect(notice).toBeVisible()
  await page.clock.fastForward(2000)
  await expect(notice).toBeHidden()
})
