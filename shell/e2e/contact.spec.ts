import { expect } from '@playwright/test'
import { test } from '../../e2e/shop'
import { emailsTo, uniqueEmail, open } from '../../e2e/steps'

test('sending a message is confirmed by one email', async ({ adult: page, baseURL }) => {
  const email = uniqueEmail('writer')
  await open(page, '/contact')
  await page.getByLabel('Full name').fill('Imogen Hale')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Subject').fill('A question about care')
  await page.getByLabel('Message').fill('How is the silk robe washed?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message Sent!')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await expect.poll(() => emailsTo(baseURL, email)).toHaveLength(1)
  const [mail] = await emailsTo(baseURL, email)
  expect(mail?.subject).toBe('We have received your message')
  expect(mail?.text).not.toMatch(/A question about care|silk robe|Imogen/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is sent, the page confirms it, and the email arrives', async ({ page, baseURL }) => {
    const email = uniqueEmail('writer')
    await page.goto('/contact')
    await page.getByLabel('Full name').fill('Imogen Hale')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Subject').fill('Hello')
    const send = page.getByRole('button', { name: 'Send Message' })
    await send.click()
    await expect(page.getByText('Message is required')).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('Imogen Hale')
    await page.getByLabel('Message').fill('Ten letters\nat least')
    await send.click()
    await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' })).toContainText(
      "We'll get back to you within 24 hours.",
    )
    await expect.poll(() => emailsTo(baseURL, email)).toHaveLength(1)
  })

  test('rejections are shown at the fields', async ({ page }) => {
    await page.goto('/contact')
    await page.getByLabel('Full name').fill('   ')
    await page.getByLabel('Email').fill('imogen@example')
    await page.getByLabel('Subject').fill('Hello')
    await page.getByLabel('Message').fill('Ten letters at least')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Please fix the errors below and try again.')).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Name is required')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is invalid')
    await expect(page.getByLabel('Message')).toHaveValue('Ten letters at least')
  })
})
