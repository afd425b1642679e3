// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openShop, product } from '../testing'

const cart = vi.hoisted(() => ({ add: vi.fn<(...args: unknown[]) => Promise<void>>() }))
vi.mock('@shop/cart', async (original) => ({ ...(await original<object>()), useCartActions: () => cart }))

const variant = (size: string, more: Record<string, unknown> = {}) => ({
  id: `variant-${size}`,
  option_values: [size],
  sku: `ROBE-${size}`,
  price: 98,
  was_price: null,
  image: null,
  inventory_quantity: 9,
  ...more,
})

/** A silk robe in S, M and XL; M costs more and has its own picture, XL is sold out. */
const robe = product({
  slug: 'silk-robe',
  name: 'Silk Robe',
  price: 98,
  highest_price: 110,
  inventory_quantity: 11,
  options: [{ name: 'Size', values: ['S', 'M', 'XL'] }],
  product_variants: [
    variant('S'),
    variant('M', { price: 110, inventory_quantity: 2, image: '/media/moss-balm-2.webp' }),
    variant('XL', { inventory_quantity: 0 }),
  ],
})
const enter = (query = '', row = robe) => openShop(`/products/silk-robe${query}`, { products: [row] }).enter()
const sizes = () => screen.findByRole('radiogroup', { name: 'Size' })
const size = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })
const addButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Add to cart' })
const structured = () =>
  [...document.querySelectorAll('script[type="application/ld+json"]')]
    .map((script) => script.textContent)
    .join('\n')

beforeEach(() => {
  cart.add.mockReset().mockResolvedValue(undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('before a choice the page shows the lowest price, the stock of all sizes and which is sold out', async () => {
  enter()
  const group = within(await sizes())
  for (const name of ['S', 'M', 'XL, sold out']) expect(group.getByRole('radio', { name })).toBeEnabled()
  expect(screen.getByText('from £92.90').closest('p')).toHaveTextContent(
    'from £77.42 excl. VAT · list price from £98.00 excl. VAT',
  )
  expect(screen.getByText('In stock')).toBeVisible()
  expect(screen.getByText('SKU AM-WEL-009')).toBeVisible()
})

test('price, stock, picture and SKU follow the choice, which replaces the URL', async () => {
  const router = enter('?utm=letter')
  await userEvent.click(await size('M'))
  expect(await screen.findByText('£110.00')).toBeVisible()
  expect(screen.getByText('Low Stock')).toBeVisible()
  expect(screen.getByText('SKU ROBE-M')).toBeVisible()
  expect(screen.getAllByRole('img')[0]).toHaveAttribute('alt', 'The jar from above')
  await vi.waitFor(() => {
    expect(router.state.location.search).toBe('?utm=letter&size=m')
  })
  expect(router.state.historyAction).toBe('REPLACE')
  expect(await size('M')).toBeChecked()
})

test('the choice is read from the URL', async () => {
  enter('?size=s')
  expect(await size('S')).toBeChecked()
  expect(screen.getByText('£98.00')).toBeVisible()
  expect(screen.getByText('SKU ROBE-S')).toBeVisible()
})

test('adding without a choice shows the error at the options, and the focus moves there', async () => {
  enter()
  await userEvent.click(await addButton())
  expect(screen.getByText('Choose a size.')).toBeVisible()
  expect(await sizes()).toHaveAttribute('aria-invalid', 'true')
  expect(await size('S')).toHaveFocus()
  expect(cart.add).not.toHaveBeenCalled()
  await userEvent.click(await size('S'))
  expect(screen.queryByText('Choose a size.')).not.toBeInTheDocument()
  expect(await sizes()).not.toHaveAttribute('aria-invalid')
})

test('the chosen variant is added to the cart', async () => {
  enter('?size=m')
  await userEvent.click(await addButton())
  expect(cart.add).toHaveBeenCalledWith('p1', 1, { variantId: 'variant-M' })
  expect(await screen.findByText('Added to cart')).toBeVisible()
})

test('without scripts a form loads the choice, and the cart’s form names the variant', async () => {
  enter('?size=m')
  const radio = await size('M')
  expect([radio.name, radio.value, radio.required]).toEqual(['size', 'm', true])
  expect(radio.form?.method).toBe('get')
  expect(radio.form).toHaveAttribute('action', '/products/silk-robe')
  const form = (await addButton()).form
  expect(form && new FormData(form).get('variant')).toBe('variant-M')
  cleanup()
  enter()
  expect(await addButton()).toHaveAttribute('form', (await size('S')).form?.id)
})

test('a size that is sold out can be chosen, and asked for', async () => {
  const sent: unknown[] = []
  enter()
  const catalogue = fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    if (!request.url.endsWith('/rpc/ask_back_in_stock')) return catalogue(request)
    sent.push(await request.json())
    return new Response(null, { status: 204 })
  })
  await userEvent.click(await size('XL, sold out'))
  expect(await addButton()).toBeDisabled()
  expect(screen.getByText('Out of Stock')).toBeVisible()
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  expect(email.form && new FormData(email.form).get('variant')).toBe('variant-XL')
  await userEvent.type(email, 'ada@aurelle.test')
  await userEvent.click(screen.getByRole('button', { name: 'Email me when it’s back' }))
  await screen.findByText('Thank you. We’ll email you once, as soon as it’s back.')
  expect(sent).toEqual([{ p_product_id: 'p1', p_email: 'ada@aurelle.test', p_variant_id: 'variant-XL' }])
  await userEvent.click(await size('S'))
  expect(screen.queryByText('Currently sold out')).not.toBeInTheDocument()
})

test('a product with one possible variant is chosen already', async () => {
  enter('', product({ ...robe, inventory_quantity: 9, highest_price: 98, product_variants: [variant('S')] }))
  expect(await size('S')).toBeChecked()
  await userEvent.click(await addButton())
  expect(cart.add).toHaveBeenCalledWith('p1', 1, { variantId: 'variant-S' })
})

test('a product whose variants are all sold out asks for a choice before it can be asked for', async () => {
  const gone = ['S', 'M'].map((name) => variant(name, { inventory_quantity: 0 }))
  enter('', product({ ...robe, inventory_quantity: 0, product_variants: gone }))
  expect(await addButton()).toBeDisabled()
  expect(screen.getByText('Choose a size.')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Email' })).not.toBeInTheDocument()
})

test('structured data lists each variant with its price, stock and URL', async () => {
  enter()
  await addButton()
  const data = structured()
  expect(data).toContain('"@type":"ProductGroup"')
  expect(data).toContain('"variesBy":["https://schema.org/size"]')
  expect(data).toContain('"name":"Silk Robe, M","sku":"ROBE-M"')
  expect(data).toContain('"size":"M"')
  expect(data).toMatch(/"url":"[^"]*\/products\/silk-robe\?size=m","price":"104.28"/)
  expect(data.match(/OutOfStock/g)).toHaveLength(1)
})

test('a card shows the lowest price and how much there is to choose from', async () => {
  openShop('/products', { products: [robe] }).enter()
  const price = await screen.findByText('from £92.90')
  expect(price.closest('p')?.textContent).toBe('from £92.90 incl. VATfrom £77.42 excl. VAT')
  expect(screen.getByText('3 sizes')).toBeVisible()
})

test('from the wishlist a product with options leads to its page', async () => {
  const id = '00000000-0000-4000-8000-000000000001'
  localStorage.setItem('aurelle_wishlist', JSON.stringify([id]))
  openShop('/wishlist', { products: [product({ ...robe, id })] }).enter()
  const link = await screen.findByRole('link', { name: 'Choose options: Silk Robe' })
  expect(link).toHaveAttribute('href', '/products/silk-robe')
  expect(screen.queryByRole('button', { name: /Add to cart/ })).not.toBeInTheDocument()
})
