import { expect, type Page } from '@playwright/test'
import { realtimeSwitch, signUp, writeMessage } from '../../e2e/people'
import { test } from '../../e2e/shop'
import { emailsTo, signInStaff, uniqueEmail } from '../../e2e/steps'

const rowOf = (page: Page, subject: string) =>
  page.getByRole('table', { name: 'Messages' }).getByRole('row').filter({ hasText: subject })
/** The sidebar's entry, also while it is seen behind a dialog. */
const entry = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Back office', includeHidden: true })
    .getByRole('link', { name: 'Messages', includeHidden: true })

/** The number of unread messages beside the sidebar's entry. */
async function unread(page: Page): Promise<number> {
  return Number(/(\d+) unread/.exec((await entry(page).textContent()) ?? '')?.[1] ?? 0)
}

test('a message is counted, read, answered by email once, and closed', async ({ visitor: page, baseURL }) => {
  const email = uniqueEmail('asker')
  const subject = `Parcel ${String(Date.now())}`
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  await signInStaff(page, 'moderator')
  const counted = page.waitForResponse('**/rpc/unread_messages*')
  await page.goto('/admin/messages')
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  const before: number = await (await counted).json()
  const question = 'When does my parcel come?\nSee www.evil.example for details.'
  await writeMessage(page, { name: 'Imogen Hale', email, subject, message: question })
  // Without a reload.
  await expect.poll(() => unread(page)).toBe(before + 1)
  await expect(rowOf(page, subject)).toContainText('New')

  await rowOf(page, subject).getByRole('link', { name: subject }).click()
  const dialog = page.getByRole('dialog', { name: subject })
  await expect(dialog).toContainText('When does my parcel come?')
  await expect.poll(() => unread(page)).toBe(before)
  const toCustomer = dialog.getByRole('link', { name: 'Customer' })
  await expect(toCustomer).toHaveAttribute('href', /\/admin\/customers\?customer=[0-9a-f-]{36}/)

  await dialog.getByLabel('Answer').fill('It comes tomorrow.\n\nKind regards')
  await dialog.getByRole('button', { name: 'Send answer' }).dblclick()
  await expect(dialog.getByRole('list', { name: 'Answers' }).getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByLabel('State')).toHaveValue('answered')
  const answers = async () =>
    (await emailsTo(baseURL, email)).filter((mail) => mail.subject === 'Our reply to your message')
  await expect.poll(async () => (await answers()).length).toBe(1)
  const [mail] = await answers()
  expect(mail?.text).toContain('It comes tomorrow.\n\nKind regards')
  expect(mail?.text).toContain('> When does my parcel come?')
  expect(mail?.text).not.toContain('www.evil.example')

  await dialog.getByLabel('State').selectOption('Closed')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, subject)).toContainText('Closed')
  await page.getByLabel('State').selectOption('Open')
  await expect(page).toHaveURL(/state=open/)
  await expect(rowOf(page, subject)).toHaveCount(0)
})

test('a list and a message that do not load offer a retry', async ({ visitor: page }) => {
  const subject = `Retry ${String(Date.now())}`
  await writeMessage(page, {
    name: 'Wren Scott',
    email: uniqueEmail('retrier'),
    subject,
    message: 'Is anybody there?',
  })
  // Else the list is read again as soon as Realtime is there.
  await (await realtimeSwitch(page)).cut()
  await signInStaff(page)
  const fail = (name: string) =>
    page.route(`**/rest/v1/rpc/${name}*`, (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'internal error' } }),
    )
  await fail('office_messages')
  await page.goto(`/admin/messages?q=${encodeURIComponent(subject)}`)
  await expect(page.getByText('The messages could not be loaded')).toBeVisible()
  await page.unroute('**/rest/v1/rpc/office_messages*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await fail('message_record')
  await rowOf(page, subject).getByRole('link', { name: subject }).click()
  await expect(page.getByText('The message could not be loaded')).toBeVisible()
  await page.unroute('**/rest/v1/rpc/message_record*')
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: subject })).toContainText('Is anybody there?')
})
