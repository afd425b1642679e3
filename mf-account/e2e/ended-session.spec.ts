import { expect, type Page } from '@playwright/test'
import { signInAs, signUp } from '../../e2e/people'
import { test } from '../../e2e/shop'
import {
  addToCart,
  chooseDelivery,
  continueToPayment,
  emailsTo,
  open,
  pay,
  uniqueEmail,
} from '../../e2e/steps'

const password = 'a-long-password-2026'

/** Ends the session of a page as an hour away does when it was revoked elsewhere: it can be neither used nor renewed. */
async function endSession(page: Page): Promise<void> {
  const { supabaseUrl, supabaseKey }: { supabaseUrl: string; supabaseKey: string } = await (
    await page.request.get('/config.json')
  ).json()
  const token = await page.evaluate(() => {
    const session: { access_token: string } = JSON.parse(localStorage.getItem('aurelle_auth') ?? '{}')
    localStorage.setItem('aurelle_auth', JSON.stringify({ ...session, expires_at: 1000 }))
    return session.access_token
  })
  const ended = await page.request.post(`${supabaseUrl}/auth/v1/logout?scope=global`, {
    headers: { apikey: supabaseKey, authorization: `Bearer ${token}` },
  })
  expect(ended.ok()).toBe(true)
}

test('a session that ends in the checkout keeps form and cart, signs in on the spot and goes on', async ({
  adult: page,
  baseURL,
}) => {
  const email = uniqueEmail('ended')
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  await signInAs(page, email)
  await addToCart(page, 'atelier-gift-box')
  await open(page, '/checkout')
  await page.getByLabel('Address line 1').fill('14 Linden Mews')
  await page.getByLabel('Town or city').fill('London')
  await page.getByLabel('Postcode').fill('SW1A 1AA')
  await chooseDelivery(page, 'Standard')
  await endSession(page)
  await continueToPayment(page)

  const panel = page.getByRole('region', { name: 'Your session has ended' })
  await expect(panel).toContainText(email)
  await expect(panel).toContainText('What you typed and your cart are kept.')
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByLabel('Address line 1')).toHaveValue('14 Linden Mews')
  await expect(page.getByRole('main').getByText('Atelier Gift Box')).toBeVisible()

  // A reload knows no cart to show, but still whose it is and what was typed.
  await page.reload()
  await expect(panel).toContainText('your cart waits in your account')
  await panel.getByLabel('Password').fill('not-the-password')
  await panel.getByRole('button', { name: 'Sign In' }).click()
  await expect(panel).toContainText('Invalid login credentials')
  await panel.getByLabel('Password').fill(password)
  await panel.getByRole('button', { name: 'Sign In' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByLabel('Address line 1')).toHaveValue('14 Linden Mews')
  await expect(page.getByRole('radio', { name: /Standard/ })).toBeChecked()
  await continueToPayment(page)
  await pay(page)
  await expect(page).toHaveURL('/checkout/success')
  await expect
    .poll(async () => (await emailsTo(baseURL, email)).map(({ subject }) => subject).join())
    .toContain('Your order AM')
})

test('a sign-out clears the device of the last checkout, in every tab', async ({ adult: page, context }) => {
  const email = uniqueEmail('leaves')
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  await signInAs(page, email)
  await addToCart(page, 'atelier-gift-box')
  await open(page, '/checkout')
  await page.getByLabel('Address line 1').fill('14 Linden Mews')
  await page.getByLabel('Town or city').fill('London')
  await page.getByLabel('Postcode').fill('SW1A 1AA')
  await chooseDelivery(page, 'Standard')
  await continueToPayment(page)
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
  const started = () => page.evaluate(() => localStorage.getItem('aurelle_checkout_session'))
  expect(await started()).toMatch(/^cs_/)
  expect(await page.evaluate(() => sessionStorage.getItem('aurelle_checkout_draft'))).toContain('14 Linden')

  const other = await context.newPage()
  await open(other, '/account')
  await other
    .getByRole('main')
    .getByRole('button', { name: /sign out/i })
    .click()
  await expect(other.getByText('You have been signed out.')).toBeVisible()
  await page.getByRole('button', { name: 'More pages' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await started()).toBeNull()
  const draft = () => page.evaluate(() => sessionStorage.getItem('aurelle_checkout_draft'))
  await expect.poll(draft).toBeNull()
  await expect(page.getByText('Your session has ended')).toBeHidden()
})
