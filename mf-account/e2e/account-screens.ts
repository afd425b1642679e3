import { expect } from '@playwright/test'
import { storeShopperSession } from '../../e2e/people'
import { pageAt, visit, type Screen } from '../../e2e/screens'
import { hydrated, openIdle } from '../../e2e/steps'

/** The pages that links in emails of an account lead to. */
export const linkScreens: Screen[] = [
  pageAt('/auth/forgot'),
  { ...pageAt('/auth/link'), name: 'a link that has expired' },
  ...(['signup', 'recovery', 'email_change'] as const).map((type): Screen => ({
    name: `a link of an email: ${type}`,
    async open(page) {
      // An address that differs in its hash alone would stay on the same page.
      await page.goto('about:blank')
      await openIdle(page, `/auth/link#token_hash=x&type=${type}&email=imogen%40example.test`)
    },
  })),
]

/** The pages of an account without orders of its own. */
export const signedInScreens = visit(
  {
    name: 'account',
    async open(page) {
      await storeShopperSession(page)
      await openIdle(page, '/account')
    },
  },
  { ...pageAt('/account/orders'), name: 'my orders' },
  { ...pageAt('/account/profile'), name: 'profile' },
  { ...pageAt('/account/security'), name: 'sign-in and devices' },
  { ...pageAt('/account/addresses'), name: 'addresses' },
  {
    name: 'a new address with mistakes',
    async open(page) {
      await page.getByRole('button', { name: 'Add an address' }).click()
      await page.getByRole('button', { name: 'Save address' }).click()
      await expect(page.getByLabel('First name')).toBeFocused()
    },
  },
  {
    name: 'deleting an account',
    async open(page) {
      await openIdle(page, '/account/privacy')
      await hydrated(page)
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
    },
  },
)
