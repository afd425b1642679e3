import { expect, type Page } from '@playwright/test'
import { placeOrder } from '../../e2e/order-steps'
import { test } from '../../e2e/shop'
import { emailsTo, goInside, open, signInStaff, uniqueEmail } from '../../e2e/steps'

const orderDialog = (page: Page, number: string) => page.getByRole('dialog', { name: number })
const expectText = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

test('staff send a parcel and add, correct and remove its tracking number; the buyer gets an email', async ({
  visitor: page,
  baseURL,
}) => {
  const email = uniqueEmail('parcel')
  const number = await placeOrder(page, { email })
  await signInStaff(page)
  await open(page, `/admin/orders?order=${number}`)
  const order = orderDialog(page, number)
  await order.getByRole('button', { name: 'Add shipment' }).click()
  const shipment = page.getByRole('dialog', { name: 'Add shipment' })
  await shipment.getByLabel('Tracking number').fill('RM 123 456')
  await shipment.getByRole('button', { name: 'Add shipment' }).click()
  await expectText(page, 'Shipment added successfully.')
  await expect(order.getByRole('link', { name: 'Follow at Royal Mail' })).toHaveAttribute('href', /RM123456$/)
  await expect(order.getByLabel('Order Status')).toHaveValue('shipped')
  await expect
    .poll(async () => (await emailsTo(baseURL, email)).some(({ text }) => text.includes('RM 123 456')))
    .toBe(true)

  await order.getByRole('button', { name: 'Add tracking' }).click()
  const tracking = page.getByRole('dialog', { name: 'Add tracking' })
  await tracking.getByRole('button', { name: 'Add tracking' }).click()
  await expect(tracking.getByText('Say what happened.')).toBeVisible()
  await tracking.getByLabel('What happened').fill('Sorted for delivery')
  await tracking.getByLabel('Place').fill('Croydon')
  await tracking.getByRole('button', { name: 'Add tracking' }).click()
  await expectText(page, 'Tracking added successfully.')
  await order.getByRole('button', { name: 'Correct Sorted for delivery' }).click()
  const correction = page.getByRole('dialog', { name: 'Correct tracking' })
  await correction.getByLabel('Status').selectOption('Delivered')
  await correction.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Tracking corrected successfully.')
  await expect(order.getByLabel('Order Status')).toHaveValue('delivered')
  await order.getByRole('button', { name: 'Remove Sorted for delivery' }).click()
  await page
    .getByRole('dialog', { name: 'Remove from the order' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expectText(page, 'Removed successfully.')
  await expect(order.getByText('Tracking removed: Sorted for delivery')).toBeVisible()
})

test('an order is sent in two parcels: each has its slip and its email, and the buyer sees what is in which', async ({
  visitor: page,
  baseURL,
}) => {
  const email = uniqueEmail('parts')
  const number = await placeOrder(page, { email, quantity: 2 })
  await signInStaff(page)
  await open(page, `/admin/orders?order=${number}`)
  const order = orderDialog(page, number)
  const send = async (tracking: string, pieces?: string) => {
    await order.getByRole('button', { name: 'Add shipment' }).click()
    const shipment = page.getByRole('dialog', { name: 'Add shipment' })
    if (pieces !== undefined) await shipment.getByLabel('Atelier Gift Box').fill(pieces)
    await shipment.getByLabel('Tracking number').fill(tracking)
    await shipment.getByRole('button', { name: 'Add shipment' }).click()
    await expect(shipment).toBeHidden()
  }
  await send('RM 1', '1')
  await expect(order.getByText('Partly sent')).toBeVisible()
  await expect(order.getByRole('region', { name: 'Parcel' })).toContainText('1 × Atelier Gift Box')
  await expect(order.getByLabel('Order Status')).toHaveValue('processing')
  await send('RM 2')
  await expect(order.getByLabel('Order Status')).toHaveValue('shipped')
  const subjects = async () => (await emailsTo(baseURL, email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain(`Your order ${number} is partly on its way`)
  await expect.poll(subjects).toContain(`Your order ${number} is on its way`)

  await order.getByRole('region', { name: 'Parcel 2' }).getByRole('link', { name: 'Packing slip' }).click()
  await expect(page.getByRole('article', { name: `Packing slip of ${number}, Parcel 2` })).toContainText(
    'Pieces in all1',
  )
  await open(page, `/track-order?order=${number}`)
  await page.getByLabel(/^Email or postcode/).fill(email)
  await page.getByRole('button', { name: 'Track' }).click()
  for (const [place, tracking] of ['RM 1', 'RM 2'].entries()) {
    const parcel = page.getByRole('region', { name: `Parcel ${String(place + 1)} of 2` })
    await expect(parcel).toContainText(tracking)
    await expect(parcel).toContainText('1 × Atelier Gift Box')
  }
})

test('a file of the carrier marks its orders as sent; what cannot be sent says why', async ({
  visitor: page,
}) => {
  const [sent, unsent] = [await placeOrder(page), 'AM20200101-0001']
  await signInStaff(page)
  await open(page, '/admin/orders/sent')
  const text = `Order number,Tracking number\n${sent},RM 9\n${unsent},RM 10\n`
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'sent.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expectText(page, '1 order would be marked as sent, 1 line left out. Each buyer gets an email.')
  await expect(page.getByRole('row', { name: new RegExp(unsent) })).toContainText(
    'There is no order with this number.',
  )
  await page.getByRole('button', { name: 'Mark 1 order as sent' }).click()
  await expectText(page, '1 order marked as sent.')
  await goInside(page, `/admin/orders?order=${sent}`)
  await expect(orderDialog(page, sent).getByLabel('Order Status')).toHaveValue('shipped')
})

test('slips without prices and invoices are printed, and the orders to send are sent together as they are scanned', async ({
  visitor: page,
}) => {
  const numbers = [await placeOrder(page, { quantity: 2 }), await placeOrder(page)]
  await signInStaff(page)
  await open(page, `/admin/orders/print?paper=packing&orders=${numbers.join(',')}`)
  const slip = page.getByRole('article', { name: `Packing slip of ${numbers[0] ?? ''}` })
  await expect(slip).toContainText('Pieces in all')
  await expect(slip).not.toContainText('£')
  await page.getByText('Invoices', { exact: true }).click()
  const invoice = page.getByRole('article', { name: `Invoice of ${numbers[0] ?? ''}` })
  for (const words of ['Tax point', 'VAT at 20%', 'Delivery', 'Total', '14 Linden Mews'])
    await expect(invoice).toContainText(words)
  // Each order is a page of A4.
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)

  await goInside(page, '/admin/dashboard')
  await page.getByRole('link', { name: /^\d+ orders? to send$/ }).click()
  for (const number of numbers) await page.getByRole('checkbox', { name: new RegExp(number) }).click()
  await page.getByRole('group', { name: 'Selected' }).getByRole('button', { name: 'Mark as sent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as sent' })
  const fields = dialog.getByRole('textbox')
  await expect(fields).toHaveCount(2)
  await fields.first().fill('RM 71')
  await fields.first().press('Enter')
  await expect(fields.last()).toBeFocused()
  await fields.last().fill('RM 72')
  await fields.last().press('Enter')
  await expectText(page, '2 orders marked as sent.')
  for (const number of numbers)
    await expect(page.getByRole('link', { name: number, exact: true })).toBeHidden()
})
