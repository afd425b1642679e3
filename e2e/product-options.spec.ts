import { expect } from '@playwright/test'
import { test } from './shop'
import { open } from './steps'

const robe = '/products/hours-silk-robe'

test('a size is chosen before the product is added, and the URL follows', async ({ adult: page }) => {
  await open(page, robe)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Choose a size.', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'S', exact: true })).toBeFocused()
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await expect(page).toHaveURL(`${robe}?size=m`)
  await expect(page.getByText('Choose a size.', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await open(page, '/cart')
  await expect(page.getByText('Size: M', { exact: true })).toBeVisible()
})

test('a link to a sold-out size shows it chosen and offers a message when it is back', async ({
  adult: page,
}) => {
  await open(page, `${robe}?size=l`)
  await expect(page.getByRole('radio', { name: 'L, sold out' })).toBeChecked()
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Email' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a size is chosen by a form, and the cart has it', async ({ page }) => {
    await page.goto(`${robe}?size=m`)
    await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
    await page.getByRole('radio', { name: 'XL' }).check()
    await page.getByRole('button', { name: 'Show this choice' }).click()
    await expect(page).toHaveURL(`${robe}?size=xl`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.locator('noscript li')).toContainText('Hours Silk Robe, XL')
  })
})
