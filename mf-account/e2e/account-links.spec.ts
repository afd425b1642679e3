import { expect } from '@playwright/test'
import { shopper, signInAs, signUp } from '../../e2e/people'
import { test } from '../../e2e/shop'
import { hydrated, emailsTo, open, ownAddress, uniqueEmail } from '../../e2e/steps'
import { elsewhere, password, announced, signIn } from './account-steps'

/** The link of the newest email to an address whose subject has this text. */
async function linkTo(baseURL: string | undefined, email: string, subject: string): Promise<string> {
  const found = async () => {
    const emails = (await emailsTo(baseURL, email)).filter((email) => email.subject.includes(subject))
    return emails.map(({ text }) => /https?:\S+\/auth\/link\S+/.exec(text)?.[0] ?? '').find(Boolean) ?? ''
  }
  await expect.poll(found).not.toBe('')
  return found()
}

test('sign-up, email, password, signed in; opening the link changes nothing, and it works once', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = uniqueEmail('signup')
  await open(page, '/auth?tab=sign-up')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('tab', { name: 'Sign In' }).click()
  // A tab is chosen before the next key arrives.
  const selected = await page.getByRole('tab', { name: 'Sign Up' }).evaluate(async (tab) => {
    if (tab instanceof HTMLElement) tab.click()
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    return tab.getAttribute('aria-selected')
  })
  expect(selected).toBe('true')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await announced(page, /^Strength: /)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await announced(page, 'Please check your email to verify your account.')
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await announced(page, `Sent to ${email}.`)

  const link = await linkTo(baseURL, email, 'Confirm')
  // As a mail scanner opens it, in a browser even.
  const scanner = await elsewhere(browser, baseURL)
  await open(scanner, link)
  await expect(scanner.getByRole('button', { name: 'Confirm and sign in' })).toBeVisible()
  await scanner.context().close()

  const confirm = async () => {
    await page.goto('about:blank')
    await open(page, link)
    await announced(page, `This opens the account of ${email}.`)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  }
  await confirm()
  await expect(page.getByRole('heading', { level: 1, name: 'Your email address is confirmed' })).toBeVisible()
  await announced(page, `You are signed in as ${email}.`)
  expect(page.url()).not.toContain('token')
  await confirm()
  await expect(page.getByRole('heading', { level: 1, name: 'This link has expired' })).toBeVisible()
  await announced(page, `You are signed in as ${email}, so there’s nothing left to do.`)
})

test('a stranger’s password is not confirmed, whichever email of the address is used', async ({
  page,
  baseURL,
}) => {
  const email = uniqueEmail('contested')
  await open(page, '/auth?tab=sign-up')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await announced(page, 'Please check your email to verify your account.')
  const { supabaseUrl, supabaseKey }: { supabaseUrl: string; supabaseKey: string } = await (
    await page.request.get('/config.json')
  ).json()
  const ask = (call: string, data: object) =>
    page.request.post(`${supabaseUrl}/auth/v1/${call}`, {
      headers: { apikey: supabaseKey, ...ownAddress() },
      data,
    })
  const stranger = { email, password: 'of-a-stranger-2026' }
  expect((await ask('signup', stranger)).ok()).toBe(true)
  // The newest email is the stranger's; its owner chooses the password all the same.
  await page.goto(await linkTo(baseURL, email, 'Confirm'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await announced(page, `You are signed in as ${email}.`)
  expect((await ask('token?grant_type=password', { email, password })).status()).toBe(200)
  expect((await ask('token?grant_type=password', stranger)).status()).toBe(400)
})

test('a link does not sign a visitor in as a stranger: no page takes a session from its address', async ({
  page,
}) => {
  const email = uniqueEmail('planted')
  const { token } = await shopper(page, email)
  for (const path of ['/about', '/auth/link']) {
    await page.goto(
      `${path}#access_token=${token}&refresh_token=x&expires_in=3600&token_type=bearer&type=signup`,
    )
    await hydrated(page)
    expect(await page.evaluate(() => localStorage.getItem('aurelle_auth'))).toBeNull()
  }
})

test('a forgotten password is chosen anew by the link; other browsers are signed out', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = uniqueEmail('reset')
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  const other = await elsewhere(browser, baseURL)
  await signIn(other, email)
  await announced(other, 'You have successfully signed in.')

  await open(page, '/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await announced(page, /a link is on its way/)
  await page.goto(await linkTo(baseURL, email, 'Reset'))
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('copper lantern moss')
  await page.getByRole('button', { name: 'Save password' }).click()
  await announced(page, 'Password changed')
  await expect(page).toHaveURL('/account')

  await open(other, '/account')
  await expect(other).toHaveURL(/\/auth$/)
  await signIn(other, email)
  await announced(other, 'Invalid login credentials')
  await signIn(other, email, 'copper lantern moss')
  await announced(other, 'You have successfully signed in.')
  await other.context().close()
})

test('password and email address are changed, each with the present password', async ({ page, baseURL }) => {
  const email = uniqueEmail('change')
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  await signInAs(page, email)
  await open(page, '/account/security')
  const passwords = page.getByRole('form', { name: 'Password' })
  await passwords.getByLabel('Current password').fill('not this one')
  await passwords.getByLabel('New password').fill('copper lantern moss')
  await passwords.getByRole('button', { name: 'Change password' }).click()
  await announced(page, 'This is not your current password.')
  await passwords.getByLabel('Current password').fill(password)
  await passwords.getByRole('button', { name: 'Change password' }).click()
  await announced(page, 'Password changed')

  const next = uniqueEmail('moved')
  const address = page.getByRole('form', { name: 'Email address' })
  await address.getByLabel('New email address').fill(next)
  await address.getByLabel('Current password').fill('copper lantern moss')
  await address.getByRole('button', { name: 'Change email address' }).click()
  await announced(page, `We have written to ${email} and to ${next}.`)
  await page.goto(await linkTo(baseURL, next, 'Confirm'))
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'One more email to open' })).toBeVisible()
  await page.goto('about:blank')
  await page.goto(await linkTo(baseURL, email, 'Confirm the change'))
  await page.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your email address has been changed' }),
  ).toBeVisible()
  await announced(page, `From now on you sign in with ${next}`)
})
