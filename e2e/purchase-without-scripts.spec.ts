import { expect, type Page } from '@playwright/test'
import { test } from './shop'
import {
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  emailsTo,
  ownAddress,
  pay,
  uniqueEmail,
} from './steps'

test.use({ javaScriptEnabled: false })

async function putIntoCart(page: Page, slug: string): Promise<void> {
  await page.goto(`/products/${slug}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL('/cart')
}
const toCheckout = (page: Page) => page.getByRole('link', { name: 'Checkout', exact: true }).click()

test('without scripts a guest buys, from the home page to the confirmation, and follows the parcel', async ({
  page,
  staff,
  baseURL,
}) => {
  const email = uniqueEmail('plain')
  const code = `Plain${String(Date.now())}`
  await staff.addPromotion({ code, kind: 'percent', percent: 10 })
  const card = await staff.issueGiftCard(500)
  await page.goto('/')
  await page.getByRole('button', { name: 'Yes, and don’t ask again' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Shop All' }).first().click()
  await page.getByRole('link', { name: 'Riva Pebble' }).first().click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('spinbutton', { name: 'Quantity of Riva Pebble' }).fill('2')
  await page.getByRole('button', { name: 'Change quantity of Riva Pebble' }).click()
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Riva Pebble' })).toHaveValue('2')
  await toCheckout(page)

  // What is wrong is said beside its field, and nothing has to be typed again.
  await fillCheckout(page, email)
  await page.getByLabel('Postcode').fill('SW1')
  await chooseDelivery(page, 'Express')
  await page.getByRole('textbox', { name: 'Promotion code' }).fill(code)
  await continueToPayment(page)
  await expect(page.getByLabel('Postcode')).toHaveAccessibleDescription(/UK post ?code/i)
  await expect(page.getByLabel('Address line 1')).toHaveValue('14 Linden Mews')
  await expect(page.getByRole('radio', { name: /Express/ })).toBeChecked()
  await page.getByLabel('Postcode').fill('SW1A 1AA')
  await page.getByRole('textbox', { name: 'Promotion code' }).fill('no such code')
  await continueToPayment(page)
  await expect(page.getByRole('textbox', { name: 'Promotion code' })).toHaveAccessibleDescription(
    'That code isn’t valid. Check it and try again.',
  )
  await page.getByRole('textbox', { name: 'Promotion code' }).fill(code.toLowerCase())
  await page.getByRole('textbox', { name: 'Gift card' }).fill(card)
  await continueToPayment(page)

  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  await expect(page.getByText(`Gift card ending ${card.slice(-4)}`)).toBeVisible()
  await page.getByText('Test the shop').click()
  await page.getByLabel('Decline this payment').check({ force: true })
  await pay(page)
  await expect(page.getByRole('alert')).toContainText('Nothing has been charged.')
  expect(await staff.ordersOf(email)).toHaveLength(0)

  // A change begins with what was typed.
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Imogen')
  await expect(page.getByRole('textbox', { name: 'Promotion code' })).toHaveValue(code)
  await page.getByRole('textbox', { name: 'Gift card' }).fill(card)
  await continueToPayment(page)
  await page.getByRole('button', { name: /^Pay £/ }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  const [order, ...others] = await staff.ordersOf(email)
  expect(others).toEqual([])
  expect(order).toMatchObject({ gift_card_amount: 5, payment_status: 'succeeded', items: [{ quantity: 2 }] })
  await expect(page.getByText(`Order ${order?.order_number ?? ''} is with us.`)).toBeVisible()
  await expect(page.getByText(`Paid by gift card ending ${card.slice(-4)}`)).toBeVisible()
  await expect.poll(async () => (await emailsTo(baseURL, email)).length).toBeGreaterThan(0)

  await page.getByRole('link', { name: 'Track your order' }).click()
  await expect(page.getByLabel('Order number')).toHaveValue(order?.order_number ?? 'no order')
  await page.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByLabel('Email or postcode')).toHaveAccessibleDescription(/Enter the e-?mail/)
  await page.getByLabel('Email or postcode').fill('N1 1AA')
  await page.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Order not found.')
  await page.getByLabel('Email or postcode').fill('sw1a1aa')
  await page.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Order ${order?.order_number ?? ''}` })).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('without scripts what has sold out is said before and at the payment, and the cart can be put right', async ({
  page,
  staff,
}) => {
  const slug = 'aubade-body-brush'
  const stock = await staff.stockOf(slug)
  await putIntoCart(page, slug)
  await toCheckout(page)
  await fillCheckout(page, uniqueEmail('plain-gone'))
  try {
    await staff.setStock(slug, 0)
    await continueToPayment(page)
    await expect(page.getByRole('alert')).toContainText('Insufficient Stock')
    await expect(page.getByLabel('First name')).toHaveValue('Imogen')
    await staff.setStock(slug, stock)
    await continueToPayment(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
    await staff.setStock(slug, 0)
    await pay(page)
    await expect(page.getByRole('alert')).toContainText('Nothing has been charged.')
    await page.getByRole('alert').getByRole('link', { name: 'Change your cart' }).click()
    await page.getByRole('button', { name: /^Remove / }).click()
    await expect(page.getByText('Your cart is empty')).toBeVisible()
  } finally {
    await staff.setStock(slug, stock)
  }
})

test('a checkout opened without scripts and without a cart says so', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await page.goto('/checkout/payment?session=cs_none')
  await expect(page.getByRole('heading', { name: 'Checkout session expired or not found.' })).toBeVisible()
})

test('without scripts an account is opened and a link for a new password is asked for', async ({
  page,
  baseURL,
}) => {
  const email = uniqueEmail('plain-account')
  await page.setExtraHTTPHeaders(ownAddress())
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeHidden()
  await page.getByRole('link', { name: 'create an account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /must be at least 6 characters/,
  )
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.getByLabel('Password', { exact: true }).fill('quiet-hours-2026')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText(`on its way to ${email}`)).toBeVisible()
  await expect.poll(async () => (await emailsTo(baseURL, email)).length).toBe(1)
  await page.goto('/auth/forgot')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If ${email} has an account with us`)).toBeVisible()
})
