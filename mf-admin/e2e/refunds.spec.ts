import { expect } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { test } from '../../e2e/shop'
import { emailsTo, open, signInStaff, uniqueEmail } from '../../e2e/steps'

test('one of two pieces is refunded and goes back into stock; the buyer gets an email', async ({
  visitor: page,
  staff,
  baseURL,
}) => {
  await staff.setStock('moss-balm', 40)
  const email = uniqueEmail('refund')
  const number = await placeOrder(page, { email, slug: 'moss-balm', quantity: 2 })
  await signInStaff(page)
  await open(page, `/admin/orders?order=${number}`)
  const order = page.getByRole('dialog', { name: number })
  await order.getByRole('button', { name: 'Refund...' }).click()
  const refund = page.getByRole('dialog', { name: `Refund ${number}` })
  await refund.getByLabel('Pieces').fill('3')
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(refund.getByLabel('Pieces')).toBeFocused()
  await refund.getByLabel('Pieces').fill('1')
  await refund.getByLabel('Reason').fill('One arrived broken')
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByText(/The refund has been made|on its way to the payment provider/)).toBeVisible()
  await expect(order.getByText(/^£[\d.]+ refunded, £[\d.]+ left\.$/)).toBeVisible()
  expect(await staff.stockOf('moss-balm')).toBe(39)
  const [row] = await staff.ordersOf(email)
  expect(row?.payment_status).toBe('succeeded')
  await expect
    .poll(async () => (await emailsTo(baseURL, email)).some(({ subject }) => /refund/i.test(subject)))
    .toBe(true)
})

test('an order is cancelled with a reason, its money and its stock go back', async ({
  visitor: page,
  staff,
}) => {
  await staff.setStock('moss-balm', 40)
  const email = uniqueEmail('cancelled')
  const number = await placeOrder(page, { email, slug: 'moss-balm', quantity: 2 })
  await signInStaff(page)
  await open(page, `/admin/orders?order=${number}`)
  const order = page.getByRole('dialog', { name: number })
  await order.getByRole('button', { name: 'Cancel order…' }).click()
  const cancel = page.getByRole('dialog', { name: `Cancel ${number}` })
  await cancel.getByRole('button', { name: 'Cancel order' }).click()
  await expect(cancel.getByText('Say why: the customer reads it.')).toBeVisible()
  await cancel.getByLabel('Reason').fill('We cannot make it in time.')
  await cancel.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('The order has been cancelled.')).toBeVisible()
  await expect(order.getByLabel('Order Status')).toHaveValue('cancelled')
  await expect(order.getByLabel('Payment Status')).toHaveValue('refunded')
  expect(await staff.stockOf('moss-balm')).toBe(40)
})
