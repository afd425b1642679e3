import { expect, type Page } from '@playwright/test'
import { testFailingCalls, type Call } from '../../e2e/failing-call'
import { storeShopperSession } from '../../e2e/people'
import { open } from '../../e2e/steps'

const tryAgain = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click()
const phone = (page: Page) => page.getByRole('textbox', { name: 'Phone' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A page of the account that reads something when it opens. */
const reading = (
  call: string,
  path: string,
  from: string,
  link: string,
  message: string,
  shown: string | RegExp,
): Call => ({
  call,
  path,
  async prepare(page) {
    await storeShopperSession(page)
    await open(page, from)
  },
  trigger: (page) => page.getByRole('main').getByRole('link', { name: link, exact: true }).click(),
  message,
  async recover(page) {
    await tryAgain(page)
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
  },
})

const signedInAt = (path: string) => async (page: Page) => {
  await storeShopperSession(page)
  await open(page, path)
}

testFailingCalls([
  reading(
    'the list of orders',
    'orders*',
    '/account',
    'My Orders',
    'Your orders could not be loaded',
    /order\(s\) found|You have no orders yet\./,
  ),
  reading(
    'the profile',
    'rpc/my_profile*',
    '/account',
    'Change profile',
    'Your profile could not be loaded',
    'Email me about new pieces',
  ),
  reading(
    'the addresses',
    'addresses*',
    '/account',
    'Addresses',
    'Your addresses could not be loaded',
    'Add an address',
  ),
  reading(
    'the devices',
    'rpc/my_sessions*',
    '/account',
    'Sign-in and devices',
    'Your devices could not be loaded',
    'Sign out everywhere',
  ),
  {
    call: 'a change of the profile',
    path: 'rpc/save_profile*',
    prepare: signedInAt('/account/profile'),
    async trigger(page) {
      await phone(page).fill('07700 900123')
      await press(page, 'Save profile')
    },
    message: 'Your profile was not saved',
    async recover(page) {
      await expect(phone(page)).toHaveValue('07700 900123')
      await press(page, 'Save profile')
      await expect(page.getByText('Profile saved')).toBeVisible()
    },
  },
  {
    call: 'a new address',
    path: 'addresses*',
    async prepare(page) {
      await signedInAt('/account/addresses')(page)
      // The list has the path of what is saved: it is read before that fails.
      await expect(page.getByRole('button', { name: 'Add an address' })).toBeVisible()
    },
    async trigger(page) {
      await press(page, 'Add an address')
      const form = page.getByRole('form', { name: 'New address' })
      await form.getByLabel('First name').fill('Robin')
      await form.getByLabel('Last name').fill('Marsh')
      await form.getByLabel('Address line 1').fill('1 High Street')
      await form.getByLabel('City').fill('London')
      await form.getByLabel('Postcode').fill('SW1A 1AA')
      await press(page, 'Save address')
    },
    message: 'The address was not saved',
    async recover(page) {
      await expect(page.getByLabel('Address line 1')).toHaveValue('1 High Street')
      await press(page, 'Save address')
      await expect(page.getByText('Address saved')).toBeVisible()
    },
  },
])
