import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './shop'
import { hydrated, open, uniqueEmail } from './steps'

const maxSteps = 90

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let step = 0; step < maxSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(target)} was not reached by ${String(maxSteps)} presses of Tab`)
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: label, exact: true }))
  await page.keyboard.type(text)
}

test('from the home page to the confirmation without a pointer', async ({ page, staff }) => {
  const email = uniqueEmail('keys')
  await open(page, '/')
  await expect(page.getByRole('button', { name: 'I am 18 or older' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await hydrated(page)

  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Shop All' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/products')
  await tabTo(page, page.getByRole('link', { name: 'Atelier Gift Box' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Atelier Gift Box' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Add to cart' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Item has been added to your cart.')).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: /^Cart, 1 item/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Checkout', exact: true }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await typeInto(page, 'Email', email)
  await typeInto(page, 'First name', 'Imogen')
  await typeInto(page, 'Last name', 'Hale')
  await typeInto(page, 'Address line 1', '14 Linden Mews')
  await typeInto(page, 'Town or city', 'London')
  await typeInto(page, 'Postcode', 'sw1a1aa')
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Express/ })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Postcode', exact: true })).toHaveValue('SW1A 1AA')
  await page.keyboard.press('Enter')

  const pay = page.getByRole('button', { name: 'Pay £22.05' })
  await expect(pay).toBeVisible()
  await tabTo(page, pay)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/checkout\/success/)
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  expect(await staff.ordersOf(email)).toHaveLength(1)
})
