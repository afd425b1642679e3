import { expect, type Browser, type Page } from '@playwright/test'
import { test } from '../../e2e/shop'
import { emailsTo, signInStaff, uniqueEmail } from '../../e2e/steps'

/** A page in a browser of somebody else. */
const browserOf = async (browser: Browser, baseURL: string | undefined): Promise<Page> =>
  (await browser.newContext({ baseURL })).newPage()
const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })

async function invite(page: Page, { email, first, last }: { email: string; first: string; last: string }) {
  await page.goto('/admin/staff')
  await page.getByRole('button', { name: 'Invite staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite staff' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('First name').fill(first)
  await dialog.getByLabel('Last name').fill(last)
  await dialog.getByLabel('Role').selectOption('Moderator')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  await expect(rowOf(page, 'Invitations', email)).toContainText('Invited')
}

/** The link in an email to an address, waiting for it. @param known links of earlier emails */
async function linkTo(
  baseURL: string | undefined,
  email: string,
  known: readonly string[] = [],
): Promise<string> {
  const link = async () =>
    (await emailsTo(baseURL, email))
      .flatMap(({ text }) => text.match(/http\S+\/admin\/join\?token=\w+/g) ?? [])
      .find((each) => !known.includes(each)) ?? ''
  await expect.poll(link).not.toBe('')
  return link()
}

test('an invited member joins with a new account, can do what the role includes, and loses access as soon as dismissed', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = uniqueEmail('joiner')
  const visitor = await browserOf(browser, baseURL)
  const last = `Vale ${String(Date.now())}`
  await signInStaff(page)
  await invite(page, { email, first: 'Ada', last })

  // Sent again, the first link no longer works.
  const first = await linkTo(baseURL, email)
  await rowOf(page, 'Invitations', email).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  const link = await linkTo(baseURL, email, [first])
  await visitor.goto(first)
  await expect(visitor.getByText('We can’t find this invitation')).toBeVisible()

  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Join the back office' })).toBeVisible()
  await expect(visitor).toHaveURL(/\/admin\/join$/)
  await expect(visitor.getByText('Welcome, Ada. You are invited as moderator')).toBeVisible()
  // A reload keeps the invitation, and Back does not bring its address again.
  await visitor.reload()
  await visitor.getByLabel('New password').fill('quiet-lantern-26')
  await visitor.getByLabel('The same again').fill('quiet-lantern-26')
  await visitor.getByRole('button', { name: 'Continue' }).click()
  const code = async () =>
    /code: (\d{6})/.exec((await emailsTo(baseURL, email)).map(({ text }) => text).join('\n'))?.[1] ?? ''
  await expect.poll(code).not.toBe('')
  await visitor.getByLabel('Code').fill(await code())
  await visitor.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(visitor).toHaveURL(/\/admin\/dashboard$/)
  const sidebar = visitor.getByRole('navigation', { name: 'Back office' })
  await expect(sidebar.getByRole('link', { name: 'Orders', exact: true })).toBeVisible()
  await expect(sidebar.getByText('Staff', { exact: true })).toHaveCount(0)
  await expect(sidebar.getByText('Audit Log')).toHaveCount(0)

  // Single use.
  const stranger = await browserOf(browser, baseURL)
  await stranger.goto(link)
  await expect(stranger.getByText('This invitation was used')).toBeVisible()
  await stranger.context().close()

  await visitor.goto('/admin/orders')
  await expect(visitor.getByLabel('Payment status')).toBeVisible()
  await visitor.waitForLoadState('networkidle')
  await page.goto('/admin/staff')
  const member = rowOf(page, 'Staff', email)
  await expect(member).toContainText('Moderator')
  await expect(page.getByRole('table', { name: 'Invitations' }).getByText(email)).toHaveCount(0)
  await member.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'End access' }).click()
  await page.getByRole('dialog', { name: 'End access' }).getByRole('button', { name: 'End access' }).click()
  await expect(member).toContainText('Ended')

  await visitor.getByLabel('Payment status').selectOption({ index: 1 })
  await expect(visitor).toHaveURL(/\/admin\/login$/)
  await expect(
    visitor.getByText('Your access to the back office has ended. A super admin can tell you more.'),
  ).toBeVisible()
  await visitor.context().close()
})
