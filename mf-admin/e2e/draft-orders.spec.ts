import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { emailsTo, open, signInStaff, uniqueEmail } from '../../e2e/steps'

test('an order by telephone, entered by keyboard: its link is emailed, paid on another device, and the order is in the list', async ({
  adult: page,
  browser,
  baseURL,
}) => {
  const email = uniqueEmail('draft')
  await signInStaff(page)
  await open(page, '/admin/drafts?draft=new')
  const form = page.getByRole('dialog', { name: 'New draft' })

  // What it still needs is named at its field.
  await form.getByRole('button', { name: 'Send Payment Link' }).press('Enter')
  await expect(form.getByText('Enter an email address: the order is confirmed to it.')).toBeVisible()

  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Wren')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hale')
  await form.getByLabel('Add a product').focus()
  await page.keyboard.type('atelier gift box')
  await page.keyboard.press('Enter')
  await form
    .getByRole('list', { name: 'Products to add' })
    .getByRole('button', { name: /^Add .*Gift Box/i })
    .first()
    .press('Enter')
  await form.getByLabel('Address', { exact: true }).focus()
  await page.keyboard.type('1 High Street')
  await form.getByLabel('Town or city').focus()
  await page.keyboard.type('London')
  await form.getByLabel('Postcode').focus()
  await page.keyboard.type('sw1a 1aa')
  await form.getByRole('radio', { name: /Express/ }).press('Space')
  await form.getByRole('radio', { name: 'Percentage' }).press('Space')
  await form.getByLabel('Per cent').focus()
  await page.keyboard.type('10')
  await form.getByLabel('Reason').focus()
  await page.keyboard.type('Waited long')
  const take = form.getByRole('button', { name: /^Take Payment of £/ })
  await expect(form.getByText('−£', { exact: false })).toBeVisible()
  const total = /£[\d.,]+/.exec((await take.textContent()) ?? '')?.[0] ?? ''
  await form.getByRole('button', { name: 'Send Payment Link' }).press('Enter')
  const link = await page.getByLabel('Payment link').inputValue()

  const path = new URL(link).pathname + new URL(link).search
  await expect
    .poll(async () => (await emailsTo(baseURL, email)).some(({ text }) => text.includes(path)))
    .toBe(true)

  const device = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  const buyer = await device.newPage()
  await buyer.addInitScript(() => {
    sessionStorage.setItem('aurelle_age_confirmed', 'yes')
  })
  await buyer.goto(path)
  await expect(buyer).toHaveURL(/\/checkout\/payment/)
  await expect(buyer.getByText('1 High Street, London, SW1A 1AA')).toBeVisible()
  await buyer.getByRole('button', { name: `Pay ${total}` }).click()
  await expect(buyer).toHaveURL(/\/checkout\/success/)
  await buyer.goto(path)
  await expect(buyer.getByRole('heading', { name: 'This order is paid' })).toBeVisible()
  await device.close()

  await open(page, `/admin/drafts?q=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Paid')
  await row.getByRole('link', { name: /^AM\d/ }).click()
  await expect(page.getByText(/Ordered by draft order D\d+/)).toBeVisible()
})
