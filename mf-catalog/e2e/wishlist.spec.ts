import { expect, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { open, signIn } from '../../e2e/steps'

const add = (name: string) => ({ name: `Add ${name} to wishlist` })
const remove = (name: string) => ({ name: `Remove ${name} from wishlist` })

const wanted = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })

test('a guest adds products to the wishlist from a list and a page, and removes and restores one', async ({
  adult: page,
  request,
}) => {
  expect(await (await request.get('/products')).text()).toContain(
    'aria-label="Add Riva Pebble to wishlist" aria-pressed="false"',
  )
  await open(page, '/products')
  await page.getByRole('button', add('Riva Pebble')).click()
  await expect(page.getByRole('button', remove('Riva Pebble'))).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL('/products')
  await open(page, '/products/moss-balm')
  await page.getByRole('button', add('Moss Balm')).click()
  await page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeVisible()
  await expect(wanted(page)).toHaveText(['Moss Balm', 'Riva Pebble'])
  await page.reload()
  await expect(wanted(page)).toHaveText(['Moss Balm', 'Riva Pebble'])

  await page.getByRole('button', remove('Moss Balm')).press('Enter')
  await expect(wanted(page)).toHaveText(['Riva Pebble'])
  await expect(page.getByRole('link', { name: 'Riva Pebble' })).toBeFocused()
  await page.keyboard.press('F8')
  await page.keyboard.press('Enter')
  await expect(wanted(page)).toHaveText(['Moss Balm', 'Riva Pebble'])

  await page.getByRole('button', { name: 'Add to cart: Moss Balm' }).click()
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cart, 1 item/ })).toBeVisible()
})

test('a guest’s wishlist is merged into the account, is in both tabs, and is removed from this device at sign-out', async ({
  adult: page,
  context,
}) => {
  await open(page, '/products/moss-balm')
  await page.getByRole('button', add('Moss Balm')).click()
  await expect(page.getByRole('button', remove('Moss Balm'))).toBeVisible()
  await signIn(page)
  await open(page, '/account')
  await page.getByRole('main').getByRole('link', { name: 'Wishlist' }).click()
  await expect(wanted(page)).toHaveText(['Moss Balm'])
  expect(await page.evaluate(() => localStorage.getItem('aurelle_wishlist'))).toBeNull()

  const other = await context.newPage()
  await open(other, '/products/riva-pebble')
  await other.getByRole('button', add('Riva Pebble')).click()
  await expect(wanted(page)).toHaveText(['Riva Pebble', 'Moss Balm'])
  expect(await other.evaluate(() => localStorage.getItem('aurelle_wishlist'))).toBeNull()
  await other.getByRole('button', remove('Riva Pebble')).click()
  await expect(wanted(page)).toHaveText(['Moss Balm'])
  await other.close()

  await open(page, '/account')
  await page
    .getByRole('main')
    .getByRole('button', { name: /sign out/i })
    .click()
  await expect(page.getByText('You have been signed out.')).toBeVisible()
  await open(page, '/wishlist')
  await expect(page.getByText('Your wishlist is empty')).toBeVisible()
  await signIn(page)
  await open(page, '/wishlist')
  await page.getByRole('button', remove('Moss Balm')).click()
  await expect(page.getByText('Your wishlist is empty')).toBeVisible()
})
