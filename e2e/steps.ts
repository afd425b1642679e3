import type { Page } from '@playwright/test'

/** A letter in the embedded backend's mailbox. */
export interface Letter {
  to: string
  subject: string
  text: string
}

/** An address that no other test writes to. */
export const mailbox = (of: string) => `${of}-${String(Date.now())}@example.test`

/** What the mailbox holds for an address. */
export async function lettersTo(baseURL: string | undefined, address: string): Promise<Letter[]> {
  const { supabaseUrl }: { supabaseUrl: string } = await (await fetch(`${baseURL ?? ''}/config.json`)).json()
  const letters: Letter[] = await (await fetch(`${supabaseUrl}/mailbox.json`)).json()
  return letters.filter(({ to }) => to === address)
}

/** Waits until the page's scripts have taken over, so that links are followed without a reload. */
export async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('shop-ready').length > 0)
}

/** Goes to an address and waits until its page's scripts have taken over. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await started(page)
}

/** From here on the visitor's pages are dark. */
export const inTheDark = (page: Page) =>
  page.addInitScript(() => {
    localStorage.setItem('theme', 'dark')
  })

/** Puts a product into the cart from its page. */
export async function addToCart(page: Page, slug: string): Promise<void> {
  await page.goto(`/products/${slug}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Item has been added to your cart.').waitFor()
}

/** Puts a product into the cart of a visitor who has none, without opening a page: by the form of those without scripts. */
export async function putIntoCart(page: Page, slug: string): Promise<void> {
  const found = await page.request.get(`/products/${slug}`)
  const product = /name="product" value="([^"]+)"/.exec(await found.text())?.[1] ?? ''
  const headers = { origin: new URL(found.url()).origin }
  const put = await page.request.post('/cart/items', { form: { product, quantity: '1' }, headers })
  if (new URL(put.url()).pathname !== '/cart' || put.url().includes('refused'))
    throw new Error(`${slug} was not put into the cart`)
}

/** Opens a new visitor's cart with one piece in it. */
export async function openCart(page: Page, slug: string): Promise<void> {
  await putIntoCart(page, slug)
  await open(page, '/cart')
  await page.getByRole('spinbutton').waitFor()
}

/** Opens the checkout with one piece in a new visitor's cart. */
export async function openCheckout(page: Page, slug: string): Promise<void> {
  await putIntoCart(page, slug)
  await open(page, '/checkout')
}

/** Fills the checkout form as a guest in London. */
export async function fillCheckout(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Imogen')
  await page.getByLabel('Last name').fill('Hale')
  await page.getByLabel('Address line 1').fill('14 Linden Mews')
  await page.getByLabel('City').fill('London')
  await page.getByLabel('Postal code').fill('SW1A 1AA')
}

/** Chooses a way of delivery on the checkout page. */
export const chooseDelivery = (page: Page, name: 'Standard' | 'Express') =>
  page.getByRole('radio', { name: new RegExp(name) }).check({ force: true })

export const continueToPayment = (page: Page) =>
  page.getByRole('button', { name: 'Continue to Payment' }).click()

/** Pays what the payment page asks for. */
export const pay = (page: Page) => page.getByRole('button', { name: /^Pay £/ }).click()

/** Signs in as the demo shopper. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('shopper@aurelle.test')
  await page.getByLabel('Password', { exact: true }).fill('shopper-demo-2026')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('You have successfully signed in.').waitFor()
}
