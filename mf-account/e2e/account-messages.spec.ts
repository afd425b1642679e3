import type { Page } from '@playwright/test'
import { testMessages } from '../../e2e/exact-message'
import { placeOrder } from '../../e2e/order-steps'
import { shopper, signInAs } from '../../e2e/people'
import { open, signIn, uniqueEmail } from '../../e2e/steps'

async function enter(page: Page, password: string, email = 'shopper@aurelle.test'): Promise<void> {
  await open(page, '/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

async function signUp(page: Page): Promise<void> {
  await open(page, '/auth?tab=sign-up')
  await page.getByLabel('Email').fill(uniqueEmail('messages'))
  await page.getByLabel('Password', { exact: true }).fill('a-long-password-2026')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
}

const refuse = (page: Page, path: string, msg: string) =>
  page.route(`**/auth/v1/${path}*`, (route) =>
    route.fulfill({ status: 422, json: { code: 422, error_code: 'validation_failed', msg } }),
  )

async function signOut(page: Page): Promise<void> {
  await open(page, '/account')
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
}

/** Opens the orders of a new account that has bought something. */
async function openOrders(page: Page): Promise<string> {
  const email = uniqueEmail('messages')
  const { token } = await shopper(page, email)
  const number = await placeOrder(page, { email, token })
  await signInAs(page, email)
  return number
}

testMessages([
  {
    situation: 'sign-in error',
    meet: (page) => enter(page, 'not-the-password'),
    says: ['Sign in failed', 'Invalid login credentials'],
  },
  {
    situation: 'sign-up error',
    async meet(page) {
      await refuse(page, 'signup', 'Sign-ups are closed')
      await signUp(page)
    },
    says: ['Sign up failed', 'Sign-ups are closed'],
  },
  {
    situation: 'sign-up success',
    meet: signUp,
    says: ['Account created!', 'Please check your email to verify your account.'],
  },
  {
    situation: 'unexpected exception of a sign-in',
    async meet(page) {
      await page.route('**/auth/v1/token*', (route) => route.abort('connectionreset'))
      await enter(page, 'a-long-password-2026')
    },
    says: ['An error occurred', 'Please try again later.'],
  },
  {
    situation: 'sign-out failure',
    async meet(page) {
      await signIn(page)
      await refuse(page, 'logout', 'The session could not be ended')
      await signOut(page)
    },
    says: ['Error signing out', 'The session could not be ended'],
  },
  {
    situation: 'sign-out success',
    async meet(page) {
      await signIn(page)
      await signOut(page)
    },
    says: ['Signed out successfully', 'You have been signed out.'],
  },
  {
    situation: 'orders fetch failure',
    async meet(page) {
      await signIn(page)
      await page.route('**/rest/v1/orders*', (route) =>
        route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal error' } }),
      )
      await open(page, '/account/orders')
    },
    says: ['Error', 'Failed to load orders. Please refresh the page.'],
  },
  {
    situation: 'receipt of an order that was paid',
    async meet(page) {
      await openOrders(page)
      await open(page, '/account/orders')
      await page.getByRole('button', { name: /^View Receipt/ }).click()
    },
    says: ['Receipt', 'The receipt of your payment is opening.'],
  },
  {
    situation: 'receipt of an order that was not paid',
    async meet(page) {
      await openOrders(page)
      await page.route('**/rest/v1/orders*', async (route) => {
        const response = await route.fetch()
        const rows: object[] = await response.json()
        await route.fulfill({ response, json: rows.map((row) => ({ ...row, paid_at: null })) })
      })
      await open(page, '/account/orders')
      await page.getByRole('button', { name: /^View Receipt/ }).click()
    },
    says: ['No Receipt', 'No receipt available for this order.'],
  },
])
