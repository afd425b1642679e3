import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { test } from '../../e2e/shop'
import { emailsTo, signInStaff, uniqueEmail } from '../../e2e/steps'

const firstPassword = 'quiet-lantern-26'
const newPassword = 'quieter-lantern-27'

/** The newest match of a pattern in the emails to an address, waiting for it. */
async function inMail(baseURL: string | undefined, email: string, pattern: RegExp): Promise<string> {
  const found = async () => {
    const text = (await emailsTo(baseURL, email)).map((mail) => mail.text).join('\n')
    const match = pattern.exec(text)
    return match?.[1] ?? match?.[0] ?? ''
  }
  await expect.poll(found).not.toBe('')
  return found()
}

async function invite(page: Page, email: string, last: string): Promise<void> {
  await signInStaff(page)
  await page.goto('/admin/staff?invite=new')
  const dialog = page.getByRole('dialog', { name: 'Invite staff' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('First name').fill('Ada')
  await dialog.getByLabel('Last name').fill(last)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
}

async function join(page: Page, baseURL: string | undefined, email: string): Promise<void> {
  await page.goto(await inMail(baseURL, email, /http\S+\/admin\/join\?token=\w+/))
  await page.getByLabel('New password').fill(firstPassword)
  await page.getByLabel('The same again').fill(firstPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(await inMail(baseURL, email, /code: (\d{6})/))
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

test('a member sets up two-factor sign-in, forgets the password, signs in with both, and loses the phone', async ({
  page: boss,
  browser,
  baseURL,
}) => {
  test.slow()
  const email = uniqueEmail('two-steps')
  const last = `Steps ${String(Date.now())}`
  await invite(boss, email, last)
  const page = await (await browser.newContext({ baseURL })).newPage()
  await join(page, baseURL, email)

  await page.getByRole('button', { name: 'Two-factor sign-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two-factor sign-in' })
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
  // Each code works once, so that each sign-in takes the one of another time step.
  const codeOf = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(-1))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Turned on')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If ${email} has an account with us`)).toBeVisible()
  await page.goto(await inMail(baseURL, email, /http\S+\/admin\/reset#\S+/))
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('The same again').fill(newPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(0))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/login$/)

  await signIn(page, email, newPassword)
  await page.getByRole('textbox', { name: 'Code' }).fill('000 000')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText(/^This code is wrong or was used already/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)

  await boss.goto('/admin/staff')
  const member = boss.getByRole('table', { name: 'Staff' }).getByRole('row').filter({ hasText: email })
  await expect(member).toContainText('On')
  await member.getByRole('button').click()
  await boss.getByRole('menuitem', { name: 'Reset two-factor sign-in' }).click()
  await boss.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(member).toContainText('Off')
  await signIn(page, email, newPassword)
  await expect(page).toHaveURL(/\/admin\/(dashboard|login)$/)
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
  await page.context().close()
})
