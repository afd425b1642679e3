import { expect } from '@playwright/test'
import { test } from './shop'
import { continueToPayment, fillCheckout, openCheckout, pay, uniqueEmail } from './steps'

const days = /[A-Z][a-z]{2} \d+ [A-Z][a-z]+ to [A-Z][a-z]{2} \d+ [A-Z][a-z]+/

test('a shopper who chooses no method gets Standard delivery, reads the same days on every page, and prints the confirmation on one page', async ({
  adult: page,
}) => {
  const email = uniqueEmail('arrival')
  await page.setViewportSize({ width: 390, height: 844 })
  await openCheckout(page, 'atelier-gift-box')
  await expect(page.getByText('Secure checkout')).toBeVisible()
  await expect(page.getByRole('link', { name: 'About' })).toBeHidden()
  const fold = page.getByRole('button', { name: /^Order summary £/ })
  await expect(page.getByRole('button', { name: 'Promotion code' })).toBeHidden()
  await fold.click()
  await expect(page.getByRole('button', { name: 'Promotion code' })).toBeVisible()
  await fold.click()
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).not.toBeInViewport()
  await fillCheckout(page, email)
  const option = page.getByRole('radio', { name: /Standard/ })
  await expect(option).toBeChecked()
  const promised = days.exec((await page.getByText(/5-7 business days, arrives/).textContent()) ?? '')?.[0]
  if (!promised) throw new Error('the option names no days')
  await continueToPayment(page)

  await expect(page.getByText(`Standard, arrives ${promised}`)).toBeVisible()
  await pay(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you, Imogen' })).toBeVisible()
  await expect(page.getByText(`Arrives ${promised}`)).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('18+ adult content')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByText(/^Paid on \d/)).toBeVisible()
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Track your order' }).click()
  await page.getByLabel('Email or postcode').fill(email)
  await page.getByLabel('Email or postcode').press('Enter')
  await expect(page.getByText('Order placed')).toBeVisible()
  await expect(page.getByText(/^\d+ \w+ \d{4} to \d+ \w+ \d{4}$/)).toBeVisible()
})
