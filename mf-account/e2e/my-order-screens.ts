import { expect, type Page } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { shopper, signInAs } from '../../e2e/people'
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

async function openOrder(page: Page, status?: 'delivered'): Promise<void> {
  const number = await withOrder(page, status)
  await open(page, `/account/orders?order=${number}`)
  await expect(page.getByRole('dialog', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByText('No tracking information available')).toBeVisible()
}

/** The account and its orders, with something in them. */
export const myOrderScreens: { name: string; open(page: Page): Promise<unknown> }[] = [
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
      await withOrder(page)
      await open(page, '/account/orders')
      await expect(page.getByText('1 order(s) found')).toBeVisible()
    },
  },
  {
    name: 'an order with its choices, and the question before it is cancelled',
    async open(page) {
      await openOrder(page)
      await page.getByRole('button', { name: 'Cancel order…' }).click()
      await expect(page.getByRole('dialog', { name: /^Cancel order/ })).toBeVisible()
    },
  },
  {
    name: 'an order with its details',
    open: (page) => openOrder(page),
  },
  {
    name: 'an order that was bought again',
    async open(page) {
      await openOrder(page)
      await page.getByRole('button', { name: 'Buy again' }).click()
      await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible()
    },
  },
  {
    name: 'a return that lacks answers',
    async open(page) {
      await openOrder(page, 'delivered')
      await page.getByRole('button', { name: 'Return items…' }).click()
      const form = page.getByRole('dialog', { name: /^Return items of/ })
      await form.getByText('Clarity Cleansing Mist', { exact: true }).click()
      await form.getByLabel('Reason for returning Clarity Cleansing Mist').selectOption('I changed my mind')
      await form.getByRole('button', { name: 'Request return' }).click()
      await expect(form.getByText('Tell us whether the seal is unbroken.')).toBeVisible()
    },
  },
  {
    name: 'an order with a return',
    async open(page) {
      await openOrder(page, 'delivered')
      await page.getByRole('button', { name: 'Return items…' }).click()
      const form = page.getByRole('dialog', { name: /^Return items of/ })
      await form.getByText('Clarity Cleansing Mist', { exact: true }).click()
      await form.getByLabel('Reason for returning Clarity Cleansing Mist').selectOption('It is faulty')
      await form.getByText('No, opened').click()
      await form.getByRole('button', { name: 'Request return' }).click()
      await expect(page.getByText('Requested', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'receipt',
    async open(page) {
      const number = await withOrder(page)
      await open(page, `/account/orders/${number}/receipt`)
      await expect(page.getByRole('article', { name: `Receipt of ${number}` })).toBeVisible()
    },
  },
  {
    name: 'no receipt',
    async open(page) {
      await open(page, '/receipt?token=nothing')
      await expect(page.getByText('No Receipt', { exact: true })).toBeVisible()
    },
  },
]
