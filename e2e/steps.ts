import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { randomInt } from 'node:crypto'

/** An email in the embedded backend's mailbox. */
export interface Email {
  to: string
  subject: string
  text: string
}

/** An email address that no other test uses. */
export const uniqueEmail = (of: string) => `${of}-${String(Date.now())}@example.test`

/** A network address of their own, since one address may sign up or begin a checkout only so many times an hour. */
export const ownAddress = () => ({
  'x-forwarded-for': `10.${String(randomInt(256))}.${String(randomInt(256))}.${String(randomInt(256))}`,
})

/** The emails in the mailbox for an address. */
export async function emailsTo(baseURL: string | undefined, address: string): Promise<Email[]> {
  const { supabaseUrl }: { supabaseUrl: string } = await (await fetch(`${baseURL ?? ''}/config.json`)).json()
  const emails: Email[] = await (await fetch(`${supabaseUrl}/mailbox.json`)).json()
  return emails.filter(({ to }) => to === address)
}

/** Waits until the page is hydrated, so that links navigate without a reload. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('shop-ready').length > 0)
}

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** Opens a page and waits until its heading is shown and nothing more is loading. */
export async function openIdle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** Goes to a path of the app that is open without loading a document: through the history, whose change the router follows. */
export const goInside = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Sets the dark theme for all pages opened from here on. */
export const setDarkTheme = (page: Page) =>
  page.addInitScript(() => {
    localStorage.setItem('theme', 'dark')
  })

/** Adds a product to the cart from its page. */
export async function addToCart(page: Page, slug: string): Promise<void> {
  await open(page, `/products/${slug}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Item has been added to your cart.').waitFor()
}

/**
 * Adds a product to a new visitor's cart without opening a page, by the form of its page. The cart's page is not asked for: a busy
 * server may put it off, although the product is in the cart.
 */
export async function addToCartByForm(page: Page, slug: string): Promise<void> {
  const response = await page.request.get(`/products/${slug}`)
  const product = /name="product" value="([^"]+)"/.exec(await response.text())?.[1]
  if (!product) throw new Error(`${slug} cannot be bought: ${String(response.status())}`)
  const headers = { origin: new URL(response.url()).origin }
  const post = (path: string) =>
    page.request.post(path, { form: { product, quantity: '1' }, headers, maxRedirects: 0 })
  const first = await post('/cart')
  // A visitor without the guest's cookie gets one first.
  const added = first.status() === 307 ? await post(first.headers().location ?? '') : first
  if (added.status() !== 303) throw new Error(`${slug} was not added to the cart: ${String(added.status())}`)
}

/** Opens a new visitor's cart with one piece in it. */
export async function openCart(page: Page, slug: string): Promise<void> {
  await addToCartByForm(page, slug)
  await open(page, '/cart')
  await page.getByRole('spinbutton').waitFor()
}

/** Opens the checkout with one piece in a new visitor's cart. */
export async function openCheckout(page: Page, slug: string): Promise<void> {
  await addToCartByForm(page, slug)
  await open(page, '/checkout')
}

/** Fills the checkout form as a guest in London. */
export async function fillCheckout(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Imogen')
  await page.getByLabel('Last name').fill('Hale')
  await page.getByLabel('Address line 1').fill('14 Linden Mews')
  await page.getByLabel('Town or city').fill('London')
  await page.getByLabel('Postcode').fill('SW1A 1AA')
}

/** Chooses a shipping method on the checkout page. */
export const chooseDelivery = (page: Page, name: 'Standard' | 'Express') =>
  page.getByRole('radio', { name: new RegExp(name) }).check({ force: true })

export const continueToPayment = (page: Page) =>
  page.getByRole('button', { name: 'Continue to Payment' }).click()

/** Pays on the payment page. */
export const pay = (page: Page) => page.getByRole('button', { name: /^Pay £/ }).click()

const staff = {
  super_admin: ['admin@aurelle.test', 'admin-demo-2026'],
  admin: ['manager@aurelle.test', 'manager-demo-2026'],
  moderator: ['moderator@aurelle.test', 'moderator-demo-2026'],
} as const

export type StaffRole = keyof typeof staff

interface Backend {
  supabaseUrl: string
  supabaseKey: string
}

/** Signs demo staff of a role in. @returns the session as the provider answers it, and the backend it is for */
async function newStaffSession(request: APIRequestContext, role: StaffRole) {
  const { supabaseUrl, supabaseKey }: Backend = await (await request.get('/config.json')).json()
  const [email, password] = staff[role]
  const result = await request.post(`${supabaseUrl}/auth/v1/token?grant_type=password`, {
    headers: { apikey: supabaseKey },
    data: { email, password },
  })
  if (!result.ok()) throw new Error(`The sign-in of ${email} answered ${String(result.status())}`)
  return { session: await result.text(), supabaseUrl, supabaseKey }
}

// A shop compares two hashes of a password at each sign-in, so the tests of a worker share what is open.
const staffSessions = new Map<string, Awaited<ReturnType<typeof newStaffSession>>>()

/** A session of demo staff of a role that no test has ended, and that no page refreshes yet. */
export async function staffSession(request: APIRequestContext, role: StaffRole) {
  const { supabaseUrl }: Backend = await (await request.get('/config.json')).json()
  const key = `${supabaseUrl} ${role}`
  const known = staffSessions.get(key)
  if (known) {
    const { access_token: token, expires_at: end }: { access_token: string; expires_at: number } = JSON.parse(
      known.session,
    )
    const headers = { apikey: known.supabaseKey, authorization: `Bearer ${token}` }
    const isOpen = async () => (await request.get(`${supabaseUrl}/auth/v1/user`, { headers })).ok()
    if (end * 1000 - Date.now() > 15 * 60_000 && (await isOpen())) return known
  }
  const begun = await newStaffSession(request, role)
  staffSessions.set(key, begun)
  return begun
}

/**
 * Signs in to the back office as demo staff of a role, by a stored session: the next page that is opened has it.
 * @param which a session of its own is one that the test may end while others go on
 */
export async function signInStaff(
  page: Page,
  role: StaffRole = 'super_admin',
  which: 'shared' | 'own' = 'shared',
): Promise<void> {
  const { session } = await (which === 'own' ? newStaffSession : staffSession)(page.request, role)
  // Any document of the shop's origin can store it; this one runs no scripts.
  await page.goto('/robots.txt')
  await page.evaluate((text) => {
    localStorage.setItem('aurelle_staff', text)
  }, session)
}

/** Signs in to the back office by its form, on the page that shows it. */
export async function signInStaffByForm(page: Page, role: StaffRole = 'super_admin'): Promise<void> {
  const [email, password] = staff[role]
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Signs in as the demo shopper. */
export async function signIn(page: Page): Promise<void> {
  await open(page, '/auth')
  await page.getByLabel('Email').fill('shopper@aurelle.test')
  await page.getByLabel('Password', { exact: true }).fill('shopper-demo-2026')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('You have successfully signed in.').waitFor()
}
