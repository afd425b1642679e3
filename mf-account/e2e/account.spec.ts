import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { signInAs, signUp } from '../../e2e/people'
import { test } from '../../e2e/shop'
import { hydrated, emailsTo, open, uniqueEmail } from '../../e2e/steps'
import { elsewhere, password, announced, signIn } from './account-steps'

const main = (page: Page) => page.getByRole('main')

test('tabs and browsers are signed in and out in step', async ({ page, browser, baseURL }) => {
  const email = uniqueEmail('step')
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  const tab = await page.context().newPage()
  await open(tab, '/account/profile')
  await expect(tab).toHaveURL(/\/auth$/)
  await signIn(page, email)
  await announced(page, 'You have successfully signed in.')
  await expect(tab).toHaveURL('/account/profile')
  const other = await elsewhere(browser, baseURL)
  await signIn(other, email)
  await announced(other, 'You have successfully signed in.')
  await open(other, '/account/profile')
  await expect(other.getByLabel('First name')).toHaveValue('Imogen')

  await open(page, '/account/security')
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(tab).toHaveURL(/\/auth$/)
  // As when the visitor comes back to that window.
  await other.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(other).toHaveURL(/\/auth$/)
  await other.context().close()
})

test('name, consent and default address are changed', async ({ page }) => {
  const email = uniqueEmail('profile')
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  await signInAs(page, email)

  await open(page, '/account/profile')
  await page.getByLabel('First name').fill('Immie')
  await page.getByRole('textbox', { name: /^Phone/ }).fill('07700 900123')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await announced(page, 'Profile saved')
  await page.getByRole('checkbox', { name: /^Yes, email me/ }).check()
  await announced(page, /^You agreed to this on/)
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Immie')
  await expect(page.getByRole('checkbox', { name: /^Yes, email me/ })).toBeChecked()

  await open(page, '/account/addresses')
  for (const [line, code] of [
    ['1 Quay Street', 'bs1 4rb'],
    ['2 Mill Lane', 'sw1a 1aa'],
  ] as const) {
    await page.getByRole('button', { name: 'Add an address' }).click()
    await page.getByLabel('First name').fill('Immie')
    await page.getByLabel('Last name').fill('Hale')
    await page.getByLabel('Address line 1').fill(line)
    await page.getByLabel('City').fill('Bristol')
    await page.getByLabel('Postcode').fill(code)
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(main(page).getByText(line)).toBeVisible()
  }
  await page.getByRole('button', { name: /^Make Immie Hale, 2 Mill Lane/ }).click()
  await expect(main(page).getByRole('listitem').first()).toContainText('2 Mill Lane')
  await expect(main(page).getByText('Default', { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete Immie Hale, 2 Mill Lane' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await announced(page, 'Address deleted')
  await expect(main(page).getByRole('listitem')).toHaveCount(1)
  await expect(main(page).getByText('Default', { exact: true })).toHaveCount(1)
})

test('a copy of my data, then the account is deleted and an email confirms it', async ({ page, baseURL }) => {
  const email = uniqueEmail('leaving')
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  await signInAs(page, email)
  await open(page, '/account/privacy')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await (await waiting).path()
  const copy: { account: { email: string }; tables: { customers: { first_name: string }[] } } = JSON.parse(
    await readFile(file, 'utf8'),
  )
  expect(copy).toMatchObject({ account: { email }, tables: { customers: [{ first_name: 'Imogen' }] } })

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Current password').fill('not this one')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await announced(page, 'This is not your current password.')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await announced(page, 'Your account is deleted')
  await hydrated(page)
  await expect
    .poll(async () => (await emailsTo(baseURL, email)).map(({ subject }) => subject))
    .toContain('Your account is deleted')
  await signIn(page, email)
  await announced(page, 'Invalid login credentials')
})
