import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen'
import { open, openCheckout } from './steps'

/** Opens the link of a letter whose token the backend answers so. */
async function openLink(page: Page, answer: object): Promise<void> {
  await page.route('**/rest/v1/rpc/read_account_token*', (route) => route.fulfill({ json: answer }))
  await open(page, '/create-account?token=of-a-letter')
}

const email = 'imogen@example.test'
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible()

/** The ways from a guest's order, or from a session that has ended, to an account. */
export const guestScreens: Screen[] = [
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
      await heading(page, 'You have an account')
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
      await heading(page, 'Your session has ended')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
    },
  },
]
