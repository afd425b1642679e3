import { expect, type Page } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { signUp } from '../../e2e/people'
import { test } from '../../e2e/shop'
import {
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  emailsTo,
  open,
  openCheckout,
  pay,
  uniqueEmail,
} from '../../e2e/steps'

const password = 'a-long-password-2026'

/** The text of the email to an address whose subject begins so, once it has come. */
async function mail(baseURL: string | undefined, email: string, subject: string): Promise<string> {
  const find = async () =>
    (await emailsTo(baseURL, email)).find((each) => each.subject.startsWith(subject))?.text ?? ''
  await expect.poll(find, { timeout: 30_000 }).not.toBe('')
  return find()
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('an account holder who orders as a guest is told so, and finds the order after signing in', async ({
  adult: page,
  baseURL,
}) => {
  const email = uniqueEmail('holder')
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  await openCheckout(page, 'atelier-gift-box')
  await fillCheckout(page, email)
  await chooseDelivery(page, 'Standard')
  await continueToPayment(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'This order is in your account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create an account' })).toBeHidden()

  const text = await mail(baseURL, email, 'Your order AM')
  const number = /AM\d{8}-\d{4,}/.exec(text)?.[0] ?? ''
  expect(text).toContain('this address has an account with us, so your order is in it')
  expect(text).toContain(`/track-order?order=${number}`)
  expect(text).not.toContain('/create-account')

  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, email)
  await expect(page).toHaveURL('/account/orders')
  await expect(page.getByText(number).first()).toBeVisible()
})

test('the email of a guest’s order leads to its tracking, and to sign in where its address has an account meanwhile', async ({
  adult: page,
  baseURL,
}) => {
  const email = uniqueEmail('guest')
  const number = await placeOrder(page, { email })
  const text = await mail(baseURL, email, 'Your order AM')
  const tracking = new URL(/https?:\S+track-order\S+/.exec(text)?.[0] ?? '')
  await open(page, tracking.pathname + tracking.search)
  await expect(page.getByLabel('Order number')).toHaveValue(number)
  const link = new URL(/https?:\S+create-account\S+/.exec(text)?.[0] ?? '')

  // Opened elsewhere meanwhile: the link in hand is not used up and announces nothing false.
  await signUp(page, { email, first: 'Imogen', last: 'Hale' })
  await open(page, link.pathname + link.search)
  await expect(page.getByRole('heading', { name: 'You have an account' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, email)
  await expect(page).toHaveURL('/account/orders')
  await expect(page.getByText(number).first()).toBeVisible()
  await open(page, link.pathname + link.search)
  await expect(page).toHaveURL('/account/orders')
})

test('a guest without an account opens one: mail, sign-in, order', async ({ adult: page, baseURL }) => {
  const email = uniqueEmail('new')
  const number = await placeOrder(page, { email })
  const text = await mail(baseURL, email, 'Your order AM')
  const link = new URL(/https?:\S+create-account\S+/.exec(text)?.[0] ?? '')
  await open(page, link.pathname + link.search)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('First name').fill('Imogen')
  await page.getByLabel('Last name').fill('Hale')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Account Created!')).toBeVisible()
  const confirmation = await mail(baseURL, email, 'Confirm your email address')
  await page.goto(/https?:\S+\/auth\/link\S+/.exec(confirmation)?.[0] ?? '')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible()
  await open(page, '/account/orders')
  await expect(page.getByText(number).first()).toBeVisible()
})
