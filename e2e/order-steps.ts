import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { emailsTo, open, ownAddress, signInStaff, uniqueEmail } from './steps'

interface Wanted {
  email?: string
  slug?: string
  quantity?: number
  /** A second product, of which one piece is bought. */
  also?: string
  /** The session of the shopper who buys; a guest without. */
  token?: string
}

/** Places an order to London over the API, without opening a page. @returns its number */
export const placeOrder = async (page: Page, wanted?: Wanted) => (await completeCheckout(page, wanted)).number

/** The same. @returns also the id of its checkout, with which its confirmation is opened */
export async function completeCheckout(
  page: Page,
  { email = uniqueEmail('order'), slug = 'atelier-gift-box', quantity = 1, also, token }: Wanted = {},
): Promise<{ number: string; session: string }> {
  const config = await page.request.get('/config.json')
  const { supabaseUrl, supabaseKey }: { supabaseUrl: string; supabaseKey: string } = await config.json()
  const headers: Record<string, string> = {
    apikey: supabaseKey,
    ...ownAddress(),
    'x-session-id': `session_${randomUUID().replaceAll('-', '')}`,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const respond = async <T>(response: Awaited<ReturnType<typeof page.request.get>>): Promise<T> => {
    if (!response.ok()) throw new Error(`${response.url()} answered ${await response.text()}`)
    return (await response.json()) as T
  }
  const find = async (query: string) => {
    const [row] = await respond<{ id: string }[]>(
      await page.request.get(`${supabaseUrl}/rest/v1/${query}`, { headers }),
    )
    return row?.id
  }
  const call = async <T>(name: string, data: object, more: Record<string, string> = {}) =>
    respond<T>(
      await page.request.post(`${supabaseUrl}/rest/v1/rpc/${name}`, {
        headers: { ...headers, ...more },
        data,
      }),
    )
  await call('cart_add', {
    p_product_id: await find(`products?select=id&slug=eq.${slug}`),
    p_quantity: quantity,
  })
  if (also !== undefined)
    await call('cart_add', { p_product_id: await find(`products?select=id&slug=eq.${also}`), p_quantity: 1 })
  const { session_id: session } = await call<{ session_id: string }>('start_checkout', {
    p_details: {
      email,
      first_name: 'Imogen',
      last_name: 'Hale',
      shipping_method_id: await find('shipping_methods?select=id&name=eq.Standard'),
      shipping_address: { address_line_1: '14 Linden Mews', city: 'London', postal_code: 'SW1A 1AA' },
    },
  })
  const { order_number: number } = await call<{ order_number: string }>(
    'complete_checkout',
    { p_session_id: session, p_idempotency_key: randomUUID() },
    { 'x-checkout-session': session },
  )
  return { number, session }
}

/** Opens the edit of an order as staff. @returns its dialog */
export async function openEdit(page: Page, number: string): Promise<Locator> {
  await open(page, `/admin/orders?order=${number}`)
  await page.getByRole('dialog', { name: number }).getByRole('button', { name: 'Edit order…' }).click()
  const edit = page.getByRole('dialog', { name: `Edit ${number}` })
  await expect(edit.getByText('Difference', { exact: true })).toBeVisible()
  return edit
}

/** Places an order of two pieces and edits it to three, as staff. @returns its number, and the path of its email's link */
export async function sendPaymentLink(page: Page): Promise<{ number: string; path: string }> {
  const email = uniqueEmail('edited')
  const number = await placeOrder(page, { email, slug: 'moss-balm', quantity: 2 })
  await signInStaff(page)
  const edit = await openEdit(page, number)
  await edit.getByLabel('Pieces').fill('3')
  await edit.getByLabel('Reason').fill('The buyer rang')
  await edit.getByRole('button', { name: 'Send Payment Link' }).click()
  await expect(page.getByText('Waits for payment')).toBeVisible()
  let path = ''
  await expect
    .poll(async () => {
      const emails = await emailsTo(new URL(page.url()).origin, email)
      path = emails.map(({ text }) => /\/checkout\/change\?session=\w+/.exec(text)?.[0] ?? '').join('')
      return path
    })
    .not.toBe('')
  return { number, path }
}
