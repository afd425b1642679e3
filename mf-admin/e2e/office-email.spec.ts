import { expect } from '@playwright/test'
import { failMail } from './failed-mail'
import { test } from '../../e2e/shop'
import { emailsTo, open, signInStaff, uniqueEmail } from '../../e2e/steps'

test('an email that failed is found from the dashboard, read and sent again; then it is among the sent ones', async ({
  visitor: page,
  shop,
  baseURL,
}) => {
  const recipient = uniqueEmail('mailbox-full')
  const asked = { text: 'It comes tomorrow.', question: 'When does my parcel come?', subject: 'Parcel' }
  await failMail(shop, {
    kind: 'contact_reply',
    recipient,
    subject: 'Our reply to your message',
    data: { ...asked, asked_at: '2026-01-05T12:00:00Z' },
  })
  await signInStaff(page, 'moderator')
  await open(page, '/admin/dashboard')
  await page.getByRole('link', { name: 'All emails that failed' }).click()
  await page.getByRole('searchbox', { name: 'Search by address' }).fill(recipient)
  const table = page.getByRole('table', { name: 'Emails' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('550 5.2.2 The mailbox is full')
  const found = table.getByRole('link', { name: 'Our reply to your message' })
  await expect(found).toHaveAttribute('href', /[?&]q=/)
  await found.click()

  const email = page.getByRole('dialog', { name: 'Our reply to your message' })
  await expect(email).toContainText('It comes tomorrow.')
  await expect(email).toContainText('> When does my parcel come?')
  await email.getByText('As mail programs show it').click()
  const frame = email.frameLocator('iframe')
  await expect(frame.getByText('It comes tomorrow.')).toBeVisible()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '28px')
  await email.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('It is sent again within a minute.')).toBeVisible()
  await expect(page.getByText('No emails found')).toBeVisible()
  await expect.poll(async () => (await emailsTo(baseURL, recipient)).length, { timeout: 90_000 }).toBe(1)

  await page.getByLabel('State').selectOption('sent')
  await expect(table.getByRole('row')).toHaveCount(2)
  await table.getByRole('link', { name: 'Our reply to your message' }).click()
  await expect(email).toContainText('Emails keep no content once they are sent.')
  await expect(email).not.toContainText('It comes tomorrow.')
  await expect(page).toHaveURL(/state=sent/)
})

test('all failed emails are sent again but those that must not be, which are named', async ({
  visitor: page,
  shop,
  baseURL,
}) => {
  const fine = uniqueEmail('fine')
  const ended = uniqueEmail('ended')
  await failMail(shop, { kind: 'contact_received', recipient: fine, subject: 'We have your message' })
  await failMail(shop, { kind: 'gift_card', recipient: ended, subject: 'A gift card for you' })
  await signInStaff(page)
  await open(page, '/admin/email')
  await page.getByRole('button', { name: 'Send all failed emails again' }).click()
  const question = page.getByRole('dialog', { name: 'Send all failed emails again?' })
  await question.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(`${ended}: This gift card has ended.`)).toBeVisible()
  await expect.poll(async () => (await emailsTo(baseURL, fine)).length, { timeout: 90_000 }).toBe(1)
})
