import { expect, type Page } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { shopper, signInAs } from '../../e2e/people'
import { test } from '../../e2e/shop'
import { staffCalls } from '../../e2e/staff-calls'
import { emailsTo, open, uniqueEmail } from '../../e2e/steps'

const details = (page: Page, number: string) =>
  page.getByRole('dialog', { name: `Order ${number}`, exact: true })
const emailTo = async (baseURL: string | undefined, email: string, subject: RegExp) =>
  (await emailsTo(baseURL, email)).find((each) => subject.test(each.subject))?.text ?? ''

test('a buyer cancels: asked once more, refunded, told by email, and the stock is back', async ({
  visitor: page,
  staff,
  baseURL,
}) => {
  await staff.setStock('moss-balm', 40)
  const email = uniqueEmail('cancels')
  const { token } = await shopper(page, email)
  const number = await placeOrder(page, { email, slug: 'moss-balm', quantity: 2, token })
  expect(await staff.stockOf('moss-balm')).toBe(38)
  await signInAs(page, email)

  await open(page, '/account')
  await expect(page.getByText('Being prepared')).toBeVisible()
  await page.getByRole('link', { name: `Order ${number}` }).click()
  await details(page, number).getByRole('button', { name: 'Cancel order…' }).click()
  const question = page.getByRole('dialog', { name: `Cancel order ${number}?` })
  await question.getByRole('button', { name: 'Keep order' }).click()
  await details(page, number).getByRole('button', { name: 'Cancel order…' }).click()
  await question.getByRole('button', { name: 'Cancel order', exact: true }).click()
  await expect(page.getByText('Order cancelled')).toBeVisible()
  await expect(details(page, number).getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(details(page, number).getByRole('button', { name: 'Cancel order…' })).toHaveCount(0)
  await expect
    .poll(() => emailTo(baseURL, email, /has been cancelled$/))
    .toContain('You cancelled it in your account')
  await expect.poll(() => emailTo(baseURL, email, /^Your refund for order/)).not.toBe('')
  expect(await staff.stockOf('moss-balm')).toBe(40)
  const [order] = await staff.ordersOf(email)
  expect(order?.payment_status).toBe('refunded')
})

test('what the parcel does is seen without a reload; a return is asked for, decided and seen live and by email', async ({
  visitor: page,
  staff,
  baseURL,
}) => {
  test.slow()
  await staff.setStock('clarity-cleansing-mist', 40)
  const email = uniqueEmail('returns-own')
  const { token } = await shopper(page, email)
  const number = await placeOrder(page, {
    email,
    slug: 'moss-balm',
    also: 'clarity-cleansing-mist',
    token,
  })
  await signInAs(page, email)
  await open(page, `/account/orders?order=${number}`)
  const dialog = details(page, number)
  await expect(dialog.getByText('No tracking information available')).toBeVisible()
  await staff.sendParcel(number, 'delivered')
  await expect(dialog.getByText('RM998877665GB')).toBeVisible()
  await expect(dialog.getByText('Delivered', { exact: true }).first()).toBeVisible()

  await dialog.getByRole('button', { name: 'Return items…' }).click()
  const form = page.getByRole('dialog', { name: `Return items of ${number}` })
  await form.getByRole('button', { name: 'Request return' }).click()
  await expect(form.getByText('Choose what you want to send back.')).toBeVisible()
  await form.getByText('Moss Balm', { exact: true }).click()
  await form.getByLabel('Reason for returning Moss Balm').selectOption('I changed my mind')
  await form.getByText('No, opened').click()
  await expect(form.getByText(/once the seal is broken/)).toBeVisible()
  await form.getByText('Yes, unbroken').click()
  await form.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText('Return requested')).toBeVisible()
  await expect(dialog.getByText('Requested', { exact: true })).toBeVisible()
  await expect.poll(() => emailTo(baseURL, email, /has reached us$/)).toContain('Moss Balm')

  const call = await staffCalls(page.request, 'super_admin')
  const returnId = await page.evaluate(async () => {
    const config: { supabaseUrl: string; supabaseKey: string } = await (await fetch('/config.json')).json()
    const session: { access_token: string } = JSON.parse(localStorage.getItem('aurelle_auth') ?? '{}')
    const response = await fetch(`${config.supabaseUrl}/rest/v1/returns?select=id`, {
      headers: { apikey: config.supabaseKey, authorization: `Bearer ${session.access_token}` },
    })
    const rows: { id: string }[] = await response.json()
    return rows[0]?.id
  })
  const decided = await call('POST', 'rpc/decide_return', {
    p_id: returnId,
    p_lines: [{ line: 0, approved: true }],
    p_note: 'Please use the box it came in.',
  })
  expect(decided.status).toBe(200)
  await expect(dialog.getByText('Approved', { exact: true })).toBeVisible()
  await expect(dialog.getByText('A note from us: Please use the box it came in.')).toBeVisible()
  await expect.poll(() => emailTo(baseURL, email, /is approved$/)).toContain('Please use the box it came in.')
})

test('receipts: the owner’s at its address, a guest’s by the email’s link; nobody else’s', async ({
  visitor: page,
  baseURL,
}) => {
  test.slow()
  const email = uniqueEmail('receipt')
  const { token } = await shopper(page, email)
  const own = await placeOrder(page, { email, slug: 'moss-balm', token })
  const guestEmail = uniqueEmail('receipt-guest')
  const other = await placeOrder(page, { email: guestEmail, slug: 'moss-balm' })

  let link = ''
  await expect
    .poll(async () => {
      link = /\/receipt\?token=\w+/.exec(await emailTo(baseURL, guestEmail, /^Your order/))?.[0] ?? ''
      return link
    })
    .not.toBe('')
  await open(page, link)
  const guestPaper = page.getByRole('article', { name: `Receipt of ${other}` })
  await expect(guestPaper.getByText('VAT at 20%')).toBeVisible()
  await expect(guestPaper.getByText(/^Tax point: /)).toBeVisible()
  await open(page, `${link.slice(0, -4)}0000`)
  await expect(page.getByText('No Receipt', { exact: true })).toBeVisible()

  await signInAs(page, email)
  await open(page, '/account/orders')
  await page.getByRole('button', { name: `View Receipt of ${own}` }).click()
  await expect(page).toHaveURL(`/account/orders/${own}/receipt`)
  await expect(
    page.getByRole('article', { name: `Receipt of ${own}` }).getByText(`Number ${own}`),
  ).toBeVisible()
  const pdf = await page.pdf({ preferCSSPageSize: true })
  // One page of A4: each page of a PDF is an object of its own.
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  await open(page, `/account/orders/${other}/receipt`)
  await expect(page.getByText('No Receipt', { exact: true })).toBeVisible()
  await expect(page.getByText(/No receipt available for this order\./)).toBeVisible()
})
