import { expect, type Page } from '@playwright/test'
import { openAsStaff, showsInOffice } from './open-as-staff'
import { visit, type Screen } from '../../e2e/screens'
import { open, signInStaff } from '../../e2e/steps'

const id = '00000000-0000-4000-8000-000000000001'
const mail = {
  id,
  kind: 'contact_reply',
  recipient: 'imogen@example.test',
  subject: 'Our reply to your message',
  order_number: null,
  attempts: 8,
  last_error: '550 5.2.2 The mailbox is full',
  next_attempt_at: '2026-01-05T15:30:00+00:00',
  sent_at: null,
  created_at: '2026-01-05T12:30:00+00:00',
}
const data = {
  text: 'It comes tomorrow.',
  question: 'When does my parcel come?',
  subject: 'Parcel',
  asked_at: '2026-01-05T12:00:00Z',
}

/** Lists one email that failed, whatever the shop has sent. */
async function withFailedMail(page: Page): Promise<void> {
  await page.route('**/rest/v1/rpc/office_mail*', (route) =>
    route.fulfill({ json: { rows: [mail], more: true, failed: 1, waiting: 2 } }),
  )
  await page.route('**/rest/v1/rpc/mail_record*', (route) =>
    route.fulfill({ json: { ...mail, status: 'failed', data } }),
  )
}

/** The screens of settings and email. */
export const settingsScreens: Screen[] = [
  visit(
    { name: 'settings', open: (page) => openAsStaff(page, '/admin/settings', 'Basket price') },
    {
      name: 'a setting with two readings',
      async open(page) {
        await openAsStaff(page, '/admin/settings?setting=auth.returnToOrigin', 'To the start')
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
    {
      name: 'the question before prices change',
      async open(page) {
        await openAsStaff(page, '/admin/settings?setting=pricing.factor', 'Default: 79%')
        await page.getByLabel(/%/).fill('50')
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByRole('dialog', { name: 'Change “Basket price”?' })).toBeVisible()
      },
    },
    {
      name: 'settings that no search finds',
      open: (page) => openAsStaff(page, '/admin/settings?q=nonsense', 'No settings found'),
    },
    {
      name: 'emails that no search finds',
      open: (page) => openAsStaff(page, '/admin/email?state=sent&q=nobody', 'No emails found'),
    },
    {
      name: 'emails that failed',
      async open(page) {
        await withFailedMail(page)
        await openAsStaff(page, '/admin/email', mail.subject)
      },
    },
    {
      name: 'an email that failed',
      async open(page) {
        await withFailedMail(page)
        await openAsStaff(page, `/admin/email?email=${id}`, 'Preview')
      },
    },
    {
      name: 'a setting that may only be read',
      async open(page) {
        await signInStaff(page, 'admin')
        await open(page, '/admin/settings?setting=pricing.factor')
        await showsInOffice(page, 'Only a super admin may change this, since it decides about money.')
      },
    },
  ),
]
