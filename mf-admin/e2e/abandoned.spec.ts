import { expect } from '@playwright/test'
import { callAsService } from '../../e2e/service-calls'
import { test } from '../../e2e/shop'
import { staffCalls } from '../../e2e/staff-calls'
import {
  chooseDelivery,
  continueToPayment,
  emailsTo,
  fillCheckout,
  open,
  openCheckout,
  signInStaff,
  uniqueEmail,
} from '../../e2e/steps'

test('staff send the one email about an unfinished checkout, whose link declines all later ones', async ({
  visitor: page,
  baseURL,
  shop,
}) => {
  const email = uniqueEmail('unfinished')
  const call = await staffCalls(page.request, 'super_admin')
  try {
    await call('POST', 'shop_settings', { key: 'checkout.reminder', value: 'by_hand' })
    await openCheckout(page, 'riva-pebble')
    await expect(async () => {
      await open(page, '/checkout')
      await expect(page.getByText(/we may send you one email/)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await fillCheckout(page, email)
    await chooseDelivery(page, 'Standard')
    const noted = page.waitForResponse('**/rest/v1/rpc/note_reminder*')
    await continueToPayment(page)
    expect((await noted).ok()).toBe(true)
    const yesterday = new Date(Date.now() - 20 * 3_600_000).toISOString()
    await callAsService(shop, 'PATCH', `checkout_sessions?email=eq.${email}`, { created_at: yesterday })

    await signInStaff(page)
    await page.goto('/admin/abandoned')
    const row = page.getByRole('row').filter({ hasText: email })
    await expect(row).toContainText('Riva Pebble')
    await row.getByRole('button', { name: `Send email to ${email}` }).click()
    await page.getByRole('dialog', { name: 'Send email' }).getByRole('button', { name: 'Send email' }).click()
    await expect(row).toContainText('Sent on')

    let link = ''
    await expect
      .poll(async () => {
        const [sent] = await emailsTo(baseURL, email)
        link = /\/account\/no-reminders\?token=\w+/.exec(sent?.text ?? '')?.[0] ?? ''
        return link
      })
      .not.toBe('')
    await open(page, link)
    await page.getByRole('button', { name: 'Do not send me such emails' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'We will not send you such emails' }),
    ).toBeVisible()
  } finally {
    await call('DELETE', 'shop_settings?key=eq.checkout.reminder')
  }
})
