import { expect, type Page } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { shopper, signInAs } from '../../e2e/people'
import { visit, type Screen } from '../../e2e/screens'
import { staffCalls } from '../../e2e/staff-calls'
import { open, uniqueEmail } from '../../e2e/steps'

/** A shopper with an order of two products, signed in. @returns its number */
async function withOrder(page: Page, status?: 'delivered'): Promise<string> {
  const email = uniqueEmail('screens')
  const { token } = await shopper(page, email)
  const number = await placeOrder(page, {
    email,
    slug: 'vesper-bedside-dish',
    also: 'clarity-cleansing-mist',
    token,
  })
  if (status) {
    const staff = await staffCalls(page.request, 'super_admin')
    await staff('PATCH', `orders?order_number=eq.${number}`, { status })
  }
  await signInAs(page, email)
  return number
}

const returnForm = (page: Page) => page.getByRole('dialog', { name: /^Return items of/ })

/** The account and its orders, with something in them. */
export const myOrderScreens: Screen[] = [
  visit(
    {
      name: 'account with an order on its way',
      async open(page) {
        await withOrder(page)
        await open(page, '/account')
        await expect(page.getByRole('link', { name: /^Details of order/ })).toBeVisible()
      },
    },
    {
      name: 'my orders with an order',
      async open(page) {
        await open(page, '/account/orders')
        await expect(page.getByText('1 order(s) found')).toBeVisible()
      },
    },
    {
      name: 'receipt',
      async open(page) {
        await page.getByRole('button', { name: /^View Receipt of/ }).click()
        await expect(page.getByRole('article', { name: /^Receipt of/ })).toBeVisible()
      },
    },
    {
      name: 'an order with its details',
      async open(page) {
        await open(page, '/account')
        await page.getByRole('link', { name: /^Details of order/ }).click()
        await expect(page.getByRole('dialog', { name: /^Order AM/ })).toBeVisible()
        await expect(page.getByText('No tracking information available')).toBeVisible()
      },
    },
    {
      name: 'an order with its choices, and the question before it is cancelled',
      async open(page) {
        await page.getByRole('button', { name: 'Cancel order…' }).click()
        await expect(page.getByRole('dialog', { name: /^Cancel order/ })).toBeVisible()
      },
    },
    {
      name: 'an order that was bought again',
      async open(page) {
        await page.getByRole('button', { name: 'Keep order' }).click()
        await page.getByRole('button', { name: 'Buy again' }).click()
        await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible()
      },
    },
  ),
  visit(
    {
      name: 'a return that lacks answers',
      async open(page) {
        const number = await withOrder(page, 'delivered')
        await open(page, `/account/orders?order=${number}`)
        await page.getByRole('button', { name: 'Return items…' }).click()
        const form = returnForm(page)
        await form.getByText('Clarity Cleansing Mist', { exact: true }).click()
        await form.getByLabel('Reason for returning Clarity Cleansing Mist').selectOption('I changed my mind')
        await form.getByRole('button', { name: 'Request return' }).click()
        await expect(form.getByText('Tell us whether the seal is unbroken.')).toBeVisible()
      },
    },
    {
      name: 'an order with a return',
      async open(page) {
        const form = returnForm(page)
        await form.getByLabel('Reason for returning Clarity Cleansing Mist').selectOption('It is faulty')
        await form.getByText('No, opened').click()
        await form.getByRole('button', { name: 'Request return' }).click()
        await expect(page.getByText('Requested', { exact: true })).toBeVisible()
      },
    },
  ),
]
