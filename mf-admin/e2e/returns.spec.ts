import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { shopper } from '../../e2e/people'
import { test } from '../../e2e/shop'
import { staffCalls } from '../../e2e/staff-calls'
import { emailsTo, open, signInStaff, uniqueEmail } from '../../e2e/steps'

interface Asked {
  line: number
  quantity: number
  reason: string
  sealed: boolean
  comment?: string
}

/** A shopper buys two balms and a mist, gets them and asks to send some back. @returns the order's number */
async function askForReturn(page: Page, email: string, lines: Asked[]): Promise<string> {
  const buyer = await shopper(page, email)
  const number = await placeOrder(page, {
    email,
    slug: 'moss-balm',
    quantity: 2,
    also: 'clarity-cleansing-mist',
    token: buyer.token,
  })
  const staff = await staffCalls(page.request, 'super_admin')
  await staff('PATCH', `orders?order_number=eq.${number}`, { status: 'delivered' })
  await buyer.call('request_return', {
    p_id: randomUUID(),
    p_order: await buyer.idOf(number),
    p_lines: lines,
  })
  return number
}

const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number })
const expectText = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
const choose = (page: Page, state: string) => page.getByRole('main').getByLabel('State').selectOption(state)

test('a return is approved, received with a condition for each line, and refunded; the emails say so', async ({
  visitor: page,
  staff,
  baseURL,
}) => {
  test.slow()
  await staff.setStock('moss-balm', 40)
  await staff.setStock('clarity-cleansing-mist', 40)
  await signInStaff(page)
  await open(page, '/admin/returns')
  const email = uniqueEmail('returns')
  const number = await askForReturn(page, email, [
    { line: 0, quantity: 2, reason: 'changed_mind', sealed: true },
    { line: 1, quantity: 1, reason: 'faulty', sealed: false, comment: 'It leaks' },
  ])
  // Shown without a reload.
  const row = rowOf(page, number)
  await expect(row).toContainText('2 × Moss Balm, changed their mind')
  await row.getByRole('button', { name: `Decide: return for ${number}` }).click()
  const decision = page.getByRole('dialog', { name: `Return for ${number}` })
  await expect(decision.getByText('“It leaks”')).toBeVisible()
  await decision.getByLabel('Note to the customer').fill('Please send both in one parcel.')
  await decision.getByRole('button', { name: 'Save decision' }).click()
  await expectText(page, 'The customer has been told.')
  await expect(row).toHaveCount(0)
  const mail = async (subject: RegExp) =>
    (await emailsTo(baseURL, email)).find((each) => subject.test(each.subject))?.text ?? ''
  await expect.poll(() => mail(/is approved$/)).toContain('Please send both in one parcel.')

  await choose(page, 'Approved')
  await row.getByRole('button', { name: `Receive: return for ${number}` }).click()
  const receipt = page.getByRole('dialog', { name: `Receive the return for ${number}` })
  const mist = receipt.getByRole('group', { name: 'Clarity Cleansing Mist' })
  await mist.getByLabel('Condition').selectOption('Damaged')
  await expect(mist.getByRole('switch', { name: 'Restock' })).not.toBeChecked()
  await receipt.getByRole('button', { name: 'Save receipt' }).click()
  await expectText(page, 'The return is noted as received.')
  await expect.poll(() => mail(/has arrived$/)).toContain('2 items arrived')
  expect(await staff.stockOf('moss-balm')).toBe(38)

  await choose(page, 'Received')
  await row.getByRole('button', { name: `Refund: return for ${number}` }).click()
  const refund = page.getByRole('dialog', { name: `Refund the return for ${number}` })
  await expect(refund.getByText('Damaged, not restocked')).toBeVisible()
  await expect(refund.getByText('To the card that paid')).toBeVisible()
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expectText(page, 'The return has been refunded.')
  expect(await staff.stockOf('moss-balm')).toBe(40)
  expect(await staff.stockOf('clarity-cleansing-mist')).toBe(39)
  await expect.poll(() => mail(/^Your refund for order/)).toContain('2 items')
  const [order] = await staff.ordersOf(email)
  expect(order?.payment_status).toBe('refunded')

  await choose(page, 'Refunded')
  await expect(row).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('a return is rejected with a reason, which the customer reads; stock and money stay', async ({
  visitor: page,
  staff,
  baseURL,
}) => {
  await staff.setStock('moss-balm', 40)
  const email = uniqueEmail('rejected')
  const number = await askForReturn(page, email, [
    { line: 0, quantity: 1, reason: 'changed_mind', sealed: false },
  ])
  await signInStaff(page)
  await open(page, '/admin/returns')
  const row = rowOf(page, number)
  await row.getByRole('button', { name: `Decide: return for ${number}` }).click()
  const decision = page.getByRole('dialog', { name: `Return for ${number}` })
  await expect(decision.getByText('Seal broken')).toBeVisible()
  await decision.getByText('Approve', { exact: true }).click()
  await decision.getByRole('button', { name: 'Save decision' }).click()
  await expect(decision.getByText('Say why it is rejected: the customer reads it.')).toBeVisible()
  await decision.getByLabel('Note to the customer').fill('The seal of the jar is broken.')
  await decision.getByRole('button', { name: 'Save decision' }).click()
  await expectText(page, 'The customer has been told.')
  await choose(page, 'Rejected')
  await expect(row).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect
    .poll(async () => (await emailsTo(baseURL, email)).map(({ text }) => text).join())
    .toContain('What we found: The seal of the jar is broken.')
  expect(await staff.stockOf('moss-balm')).toBe(38)
  const [order] = await staff.ordersOf(email)
  expect(order?.payment_status).toBe('succeeded')
})

test('staff open a return for a guest, whose goods are here, and exchange it: a new order, linked with the first', async ({
  visitor: page,
  staff,
  baseURL,
}) => {
  test.slow()
  await staff.setStock('moss-balm', 40)
  const email = uniqueEmail('exchanged')
  const number = await placeOrder(page, { email, slug: 'moss-balm', quantity: 2 })
  const call = await staffCalls(page.request, 'super_admin')
  await call('PATCH', `orders?order_number=eq.${number}`, { status: 'shipped' })
  await signInStaff(page)
  await open(page, `/admin/orders?order=${number}`)
  const details = page.getByRole('dialog', { name: number })
  await details.getByRole('button', { name: 'Open Return...' }).click()
  const opening = page.getByRole('dialog', { name: `Open a return for ${number}` })
  await opening.getByRole('button', { name: 'Open return' }).click()
  await expect(opening.getByText('Enter how many pieces come back.')).toBeVisible()
  await opening.getByLabel('Pieces').fill('1')
  await opening.getByText('Already here').click()
  await opening.getByRole('button', { name: 'Open return' }).click()
  const receipt = page.getByRole('dialog', { name: `Receive the return for ${number}` })
  await receipt.getByRole('button', { name: 'Save receipt' }).click()
  await details.getByRole('button', { name: `Exchange: return for ${number}` }).click()
  const exchange = page.getByRole('dialog', { name: `Exchange the return for ${number}` })
  await exchange.getByRole('group', { name: 'Send Moss Balm' }).getByLabel('Pieces').fill('1')
  await expect(exchange.getByText('Nothing to settle')).toBeVisible()
  await exchange.getByRole('button', { name: 'Send replacement' }).click()
  await expectText(page, 'The replacement is order')
  // One came back into stock, and one left it.
  expect(await staff.stockOf('moss-balm')).toBe(38)
  await expect
    .poll(async () => (await emailsTo(baseURL, email)).map(({ subject }) => subject).join())
    .toContain('is exchanged')
  await expect(details.getByText('Exchanged', { exact: true })).toBeVisible()
  await details.getByText('Replaced by').getByRole('link').click()
  await expect(page.getByText('This order replaces what came back of')).toBeVisible()
})
