import { expect, type Page } from '@playwright/test'
import { openAsStaff } from './open-as-staff'
import { pageAt, visit, type Screen } from '../../e2e/screens'
import { releaseScreens } from './release-screens'
import { emailsTo, goInside, open, openIdle, signInStaff, uniqueEmail } from '../../e2e/steps'

/** Opens the list of staff with somebody who is invited. @returns their address */
async function openInvited(page: Page): Promise<string> {
  const email = uniqueEmail('invited')
  await signInStaff(page)
  await open(page, '/admin/staff?invite=new')
  const dialog = page.getByRole('dialog', { name: 'Invite staff' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('First name').fill('Wren')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('table', { name: 'Invitations' }).getByText(email)).toBeVisible()
  return email
}

/** The screens of staff, of the log, and of releases. */
export const teamScreens: Screen[] = [
  visit(
    {
      name: 'staff, with an invitation',
      open: openInvited,
    },
    {
      name: 'the log of changes',
      async open(page) {
        await openAsStaff(page, '/admin/audit', 'Audit Log')
        await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible()
      },
    },
    {
      name: 'the log of a day without changes',
      open: (page) => openAsStaff(page, '/admin/audit?from=2020-01-01&to=2020-01-01', 'No changes found'),
    },
    {
      name: 'an invitation with mistakes',
      async open(page) {
        await goInside(page, '/admin/staff?invite=new')
        await page.getByRole('button', { name: 'Send invitation' }).click()
        await expect(page.getByText('Enter an email address.')).toBeVisible()
      },
    },
    {
      name: 'two-factor sign-in that is set up',
      async open(page) {
        await openAsStaff(page, '/admin/categories', 'Categories')
        if (!(await page.getByRole('button', { name: 'Two-factor sign-in' }).isVisible()))
          await page.getByRole('button', { name: 'Toggle sidebar' }).click()
        await page.getByRole('button', { name: 'Two-factor sign-in' }).click()
        await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
      },
    },
  ),
  visit(
    {
      name: 'joining the back office',
      async open(page) {
        const email = await openInvited(page)
        const site = new URL(page.url()).origin
        const link = async () =>
          /http\S+\/admin\/join\?token=\w+/.exec((await emailsTo(site, email))[0]?.text ?? '')?.[0] ?? ''
        await expect.poll(link).not.toBe('')
        await page.evaluate(() => localStorage.removeItem('aurelle_staff'))
        await page.goto(await link())
        await expect(page.getByLabel('New password')).toBeVisible()
      },
    },
    { name: 'an invitation that nobody knows', open: (page) => openIdle(page, '/admin/join?token=unknown') },
    pageAt('/admin/login'),
    { name: 'a forgotten password of staff', open: (page) => openIdle(page, '/admin/forgot') },
    {
      name: 'a new password of staff',
      open: (page) =>
        openIdle(page, '/admin/reset#token_hash=unknown&type=recovery&email=rowan@aurelle.test'),
    },
    { name: 'a reset link that no longer works', open: (page) => openIdle(page, '/admin/reset') },
  ),
  releaseScreens,
]
