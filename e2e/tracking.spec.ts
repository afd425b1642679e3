import { expect, type Page } from '@playwright/test'
import { addToCart, fillCheckout, test } from './shop'

/** Staff's REST access, for what no screen of the shop does yet: sending a parcel. */
async function sendParcel(baseURL: string, orderNumber: string): Promise<void> {
  const { supabaseUrl, supabaseKey }: { supabaseUrl: string; supabaseKey: string } = await (await fetch(`${baseURL}/config.json`)).json()
  const post = async (path: string, body: unknown, token = supabaseKey) => {
    const answer = await fetch(`${supabaseUrl}${path}`, {
      method: 'POST',
      headers: { apikey: supabaseKey, authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`)
    return answer
  }
  const credentials = { email: 'admin@aurelle.test', password: 'admin-demo-2026' }
  const { access_token: token }: { access_token: string } = await (await post('/auth/v1/token?grant_type=password', credentials)).json()
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}` }
  const found: { id: string }[] = await (await fetch(`${supabaseUrl}/rest/v1/orders?select=id&order_number=eq.${orderNumber}`, { headers })).json()
  const parcel = { order_id: found[0]?.id, status: 'shipped', tracking_number: 'RM998877665GB', carrier: 'Royal Mail', shipping_method: 'Standard', estimated_delivery: '2031-03-04' }
  const [shipment]: { id: string }[] = await (await post('/rest/v1/shipments', parcel, token)).json()
  const happened = (status: string, description: string, location: string | null, occurred_at: string) =>
    post('/rest/v1/tracking_events', { shipment_id: shipment?.id, status, description, location, occurred_at }, token)
  await happened('shipped', 'Handed to the carrier', null, '2026-01-02T09:00:00Z')
  await happened('in_transit', 'Sorted for delivery', 'Croydon', '2026-01-03T07:30:00Z')
}

/** Buys a gift box and answers the order's number. */
async function buy(page: Page, email: string): Promise<string> {
  await addToCart(page, 'atelier-gift-box')
  await page.goto('/checkout')
  await fillCheckout(page, email)
  await page.getByRole('radio', { name: /Standard/ }).check({ force: true })
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page).toHaveURL(/\/checkout\/success\?session=/)
  const number = /AM\d{8}-\d{4,}/.exec(await page.getByText(/AM\d{8}-\d{4,}/).first().innerText())?.[0]
  if (!number) throw new Error('the confirmation names no order')
  return number
}

async function track(page: Page, contact: string) {
  await page.getByLabel('Email or postcode').fill(contact)
  await page.getByLabel('Email or postcode').press('Enter')
}

test('a guest follows the parcel by postcode; a wrong one finds nothing', async ({ adult: page, baseURL }) => {
  const email = `track-${String(Date.now())}@example.test`
  const number = await buy(page, email)

  await page.goto(`/track-order?order=${number}`)
  await expect(page).toHaveTitle(/^Track Your Order/)
  await expect(page.getByLabel('Order number')).toHaveValue(number)
  await track(page, 'sw1a1aa')
  await expect(page.getByText('We are preparing your parcel.', { exact: false })).toBeVisible()

  await sendParcel(baseURL ?? '', number)
  await page.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByText('In transit', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Delivery progress' })).toHaveAttribute('aria-valuenow', '75')
  await expect(page.getByText('RM998877665GB')).toBeVisible()
  await expect(page.getByText('4 March 2031')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ has: page.getByRole('time') })).toHaveText([
    /Sorted for delivery.*3 January 2026 at 07:30, Croydon/s,
    /Handed to the carrier.*2 January 2026 at 09:00/s,
  ])

  await track(page, email.toUpperCase())
  await expect(page.getByText('RM998877665GB')).toBeVisible()
  await track(page, 'BA1 1AA')
  await expect(page.getByText('Order not found. Please check your order number and try again.')).toBeVisible()
  await expect(page.getByText('RM998877665GB')).toBeHidden()
})

test('a shopper needs the number alone, and finds the parcel in My Orders', async ({ adult: page, baseURL }) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('shopper@aurelle.test')
  await page.getByLabel('Password', { exact: true }).fill('shopper-demo-2026')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('You have successfully signed in.')).toBeVisible()
  const number = await buy(page, 'shopper@aurelle.test')
  await sendParcel(baseURL ?? '', number)

  await page.goto('/track-order')
  await page.getByLabel('Order number').fill(number.toLowerCase())
  await page.getByLabel('Order number').press('Enter')
  await expect(page.getByText('RM998877665GB')).toBeVisible()

  await page.goto('/account/orders')
  await page.getByRole('button', { name: `View Details of ${number}` }).click()
  const dialog = page.getByRole('dialog', { name: `Order ${number}` })
  await expect(dialog.getByText('RM998877665GB')).toBeVisible()
  await expect(dialog.getByText(/Sorted for delivery|Handed to the carrier/)).toHaveText(['Sorted for delivery', 'Handed to the carrier'])
})
