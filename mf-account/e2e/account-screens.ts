import { expect, type Page } from '@playwright/test'
import { hydrated, openIdle, signIn } from '../../e2e/steps'

async function openSignedIn(page: Page, path: string): Promise<void> {
  await signIn(page)
  await openIdle(page, path)
}

/** The pages of an account, and those that links in its emails lead to. */
export const accountScreens: { name: string; open(page: Page): Promise<unknown> }[] = [
  { name: 'a forgotten password', open: (page) => openIdle(page, '/auth/forgot') },
  {
    name: 'a link that has expired',
    open: (page) => openIdle(page, '/auth/link'),
  },
  ...(['signup', 'recovery', 'email_change'] as const).map((type) => ({
    name: `a link of an email: ${type}`,
    open: (page: Page) => openIdle(page, `/auth/link#token_hash=x&type=${type}&email=imogen%40example.test`),
  })),

  { name: 'profile', open: (page) => openSignedIn(page, '/account/profile') },
  { name: 'addresses', open: (page) => openSignedIn(page, '/account/addresses') },
  {
    name: 'a new address with mistakes',
    async open(page) {
      await openSignedIn(page, '/account/addresses')
      await page.getByRole('button', { name: 'Add an address' }).click()
      await page.getByRole('button', { name: 'Save address' }).click()
      await expect(page.getByLabel('First name')).toBeFocused()
    },
  },
  { name: 'sign-in and devices', open: (page) => openSignedIn(page, '/account/security') },
  {
    name: 'deleting an account',
    async open(page) {
      await openSignedIn(page, '/account/privacy')
      await hydrated(page)
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
    },
  },
]
