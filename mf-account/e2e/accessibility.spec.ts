import { expect, type Page } from '@playwright/test'
import { checkScreens, pageAt, visit } from '../../e2e/screens'
import { hydrated, open } from '../../e2e/steps'
import { linkScreens, signedInScreens } from './account-screens'
import { myOrderScreens } from './my-order-screens'

const email = 'imogen@example.test'

/** Opens the link of an email whose token the backend answers so. */
async function openLink(page: Page, response: object): Promise<void> {
  await page.route('**/rest/v1/rpc/read_account_token*', (route) => route.fulfill({ json: response }))
  await open(page, '/create-account?token=of-an-email')
}

checkScreens([
  visit(
    pageAt('/auth'),
    {
      name: 'sign-up',
      async open(page) {
        await hydrated(page)
        await page.getByRole('tab', { name: 'Sign Up' }).click()
        await expect(page.getByLabel('First name')).toBeVisible()
      },
    },
    ...linkScreens,
    pageAt('/review'),
    pageAt('/account/no-reminders'),
    {
      name: 'no receipt',
      async open(page) {
        await open(page, '/receipt?token=nothing')
        await expect(page.getByText('No Receipt', { exact: true })).toBeVisible()
      },
    },
    pageAt('/track-order'),
    {
      name: 'tracking that finds nothing',
      async open(page) {
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
  ),
  signedInScreens,
  ...myOrderScreens,
])
