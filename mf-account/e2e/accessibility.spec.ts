import { expect, type Page } from '@playwright/test'
import { checkScreens, pagesAt } from '../../e2e/screens'
import { hydrated, open, openIdle, signIn } from '../../e2e/steps'
import { accountScreens } from './account-screens'
import { myOrderScreens } from './my-order-screens'

const email = 'imogen@example.test'

/** Opens the link of an email whose token the backend answers so. */
async function openLink(page: Page, response: object): Promise<void> {
  await page.route('**/rest/v1/rpc/read_account_token*', (route) => route.fulfill({ json: response }))
  await open(page, '/create-account?token=of-an-email')
}

checkScreens([
  ...pagesAt('/auth', '/review', '/account/no-reminders', '/track-order'),
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
  {
    name: 'my orders',
    async open(page) {
      await signIn(page)
      await openIdle(page, '/account/orders')
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
    name: 'create an account',
    async open(page) {
      await openLink(page, { state: 'valid', email })
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expect(page.getByText('First name is required')).toBeVisible()
    },
  },
  {
    name: 'create an account that exists',
    async open(page) {
      await openLink(page, { state: 'account', email })
      await expect(page.getByRole('heading', { name: 'You have an account' })).toBeVisible()
    },
  },
  ...accountScreens,
  ...myOrderScreens,
])
