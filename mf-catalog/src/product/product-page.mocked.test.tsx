// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BackendError } from '@shop/supabase'
import { testSettings } from '@shop/settings/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { observerOf, openShop, product } from '../testing'

const cart = vi.hoisted(() => ({ add: vi.fn<(productId: string, quantity: number) => Promise<void>>() }))
vi.mock('@shop/cart', async (original) => ({ ...(await original<object>()), useCartActions: () => cart }))

beforeEach(() => {
  cart.add.mockReset().mockResolvedValue(undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const path = '/products/moss-balm'
const openWith = (more: Record<string, unknown> = {}) => openShop(path, { products: [product(more)] }).enter()
const addButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Add to cart' })
const structured = () =>
  [...document.querySelectorAll('script[type="application/ld+json"]')]
    .map((script) => script.textContent)
    .join('\n')

test('the price that is charged leads, with the basket price and the list price in one small line', async () => {
  openWith()
  const price = await screen.findByText('£6.17')
  expect(price.closest('p')?.textContent).toBe('£6.17 incl. VAT£5.14 excl. VAT · list price £6.50 excl. VAT')
  expect(structured()).toContain('"price":"6.17"')
})

const openWithSettings = (settings: Partial<typeof testSettings>, more: Record<string, unknown> = {}) =>
  openShop(path, { products: [product(more)] }, { ...testSettings, ...settings }).enter()

test('prices stand without VAT when the setting says so', async () => {
  openWithSettings({ pricing: { ...testSettings.pricing, showVatInclusive: false } })
  const price = await screen.findByText('£5.14')
  expect(price.closest('p')?.textContent).toBe('£5.14 excl. VATList price £6.50 excl. VAT')
  expect(screen.queryByText(/incl\. VAT/)).not.toBeInTheDocument()
})

test('the stored price leads when the setting says so, the basket price labelled beneath', async () => {
  openWithSettings({ pricing: { ...testSettings.pricing, lead: 'specified' } })
  const price = await screen.findByText('£6.50')
  expect(price.closest('p')?.textContent).toBe('£6.50£7.80 incl. VATIn your basket: £5.14 (£6.17 incl. VAT)')
})

test('the basket price is another share of the stored price when the setting says so', async () => {
  openWithSettings({ pricing: { ...testSettings.pricing, factor: 0.5 } })
  expect((await screen.findByText('£3.90')).closest('p')).toHaveTextContent('£3.25 excl. VAT')
})

test('with 8 pieces it says Low Stock where stock is low up to 8', async () => {
  openWithSettings({ stock: { ...testSettings.stock, lowMax: 8 } }, { inventory_quantity: 8 })
  await addButton()
  expect(screen.getByText('Low Stock')).toBeVisible()
})

test('a former address becomes the present one, with what was chosen', async () => {
  const moved = { 'product silk-balm': 'moss-balm' }
  const router = openShop('/products/silk-balm?size=m', { products: [product()], moved }).enter()
  expect(await screen.findByRole('heading', { level: 1, name: 'Moss Balm' })).toBeVisible()
  expect(router.state).toMatchObject({
    historyAction: 'REPLACE',
    location: { pathname: '/products/moss-balm', search: '?size=m' },
  })
})

test('the title and description are those for search results, and the heading stays the name', async () => {
  openWith({ seo_title: 'Balm for calm hands', seo_description: 'With moss.' })
  await addButton()
  expect(document.title).toMatch(/^Balm for calm hands \| /)
  expect(document.querySelector('meta[name=description]')).toHaveAttribute('content', 'With moss.')
  expect(screen.getByRole('heading', { level: 1, name: 'Moss Balm' })).toBeVisible()
})

test('structured data has the basket price with VAT, and no invented rating', async () => {
  openWith()
  await addButton()
  expect(structured()).toContain(
    '"price":"6.17","priceCurrency":"GBP","availability":"https://schema.org/InStock"',
  )
  expect(structured()).not.toContain('aggregateRating')
  expect(document.title).toBe('Moss Balm | Aurelle & Moss')
})

test('the sample rating is included only if the setting says so', async () => {
  openShop(path, { products: [product()] }, { ...testSettings, reviews: { placeholder: true } }).enter()
  await addButton()
  expect(structured()).toContain('"ratingValue":"4.8","reviewCount":"150"')
})

test.each([
  [0, 'Out of Stock', true],
  [6, 'In stock', false],
])('with %i pieces it says %s', async (stock, words, disabled) => {
  openWith({ inventory_quantity: stock })
  expect((await addButton()).disabled).toBe(disabled)
  expect(screen.getByText(words)).toBeVisible()
  expect(structured().includes('OutOfStock')).toBe(disabled)
})

test('the chosen quantity is added to the cart, with a message', async () => {
  openWith()
  await userEvent.click(await screen.findByRole('button', { name: 'Increase quantity' }))
  await userEvent.click(await addButton())
  expect(cart.add).toHaveBeenCalledWith('p1', 2)
  expect(await screen.findByText('Added to cart')).toBeVisible()
  expect(screen.getByText('Item has been added to your cart.')).toBeVisible()
})

test('a second press while the first is pending adds nothing', async () => {
  cart.add.mockReturnValue(new Promise(() => undefined))
  openWith()
  const button = await addButton()
  act(() => {
    button.click()
    button.click()
  })
  expect(cart.add).toHaveBeenCalledOnce()
})

test('a rejection is told in the words of the database, any other error in those specified', async () => {
  openWith()
  const add = await addButton()
  for (const [error, title, words] of [
    [
      new BackendError(409, {
        code: 'PT409',
        message: 'Only 3 items available.',
        details: '3',
        hint: 'insufficient_stock',
      }),
      'Insufficient Stock',
      'Only 3 items available.',
    ],
    ...[
      ['quantity_limit', 'Quantity limit'],
      ['cart_full', 'Your cart is full'],
      ['rate_limited', 'Please wait'],
    ].map(([hint = '', title = '']) => {
      const message = `No more than that: ${hint}.`
      return [new BackendError(409, { code: 'PT409', message, details: '20', hint }), title, message] as const
    }),
    [new BackendError(500, { message: 'internal error' }), 'Error', 'Failed to add item to cart.'],
  ] as const) {
    cart.add.mockRejectedValue(error)
    await userEvent.click(add)
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByText(words)).toBeVisible()
    await waitFor(() => {
      expect(add).not.toHaveAttribute('aria-disabled')
    })
  }
})

test('typing more than the stock shows how much there is and stops there', async () => {
  openWith({ inventory_quantity: 5 })
  const field = await screen.findByRole<HTMLInputElement>('spinbutton')
  await userEvent.clear(field)
  await userEvent.type(field, '9{Enter}')
  expect(await screen.findByText('Only 5 items available.')).toBeVisible()
  expect(field).toHaveValue('5')
})

test('typing more than the maximum quantity shows that maximum', async () => {
  openWith({ inventory_quantity: 500 })
  const field = await screen.findByRole<HTMLInputElement>('spinbutton')
  await userEvent.clear(field)
  await userEvent.type(field, '21{Enter}')
  expect(await screen.findByText('You can order at most 20 of one product.')).toBeVisible()
  expect(field).toHaveValue('20')
})

const stone = product({ id: 'p2', slug: 'stone', name: 'Stone', price: 10 })
const mist = product({ id: 'p3', slug: 'mist', name: 'Mist', price: 20, category: null, category_id: 'c2' })

test('companions are shown before other products of the category, at basket prices', async () => {
  vi.stubGlobal('IntersectionObserver', observerOf(true))
  openShop(path, { products: [product(), stone], companions: [mist] }).enter()
  expect(await screen.findByRole('link', { name: 'Mist' })).toHaveAttribute('href', '/products/mist')
  await screen.findByRole('link', { name: 'Stone' })
  const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(
    titles.filter((title) => ['You may also need', 'Mist', 'You may prefer', 'Stone'].includes(title)),
  ).toEqual(['You may also need', 'Mist', 'You may prefer', 'Stone'])
  expect(screen.getByText('£7.90')).toBeVisible()
})

test('companions are not repeated among the other products of the category', async () => {
  vi.stubGlobal('IntersectionObserver', observerOf(true))
  const balm = product({ id: 'p4', slug: 'balm', name: 'Balm', price: 12 })
  openShop(path, { products: [product(), stone, balm], companions: [stone] }).enter()
  await screen.findByRole('link', { name: 'Balm' })
  expect(screen.getAllByRole('link', { name: 'Stone' })).toHaveLength(1)
})

test('a product that nothing goes with, alone in its category, names no others', async () => {
  vi.stubGlobal('IntersectionObserver', observerOf(true))
  openWith()
  await addButton()
  await waitFor(() => {
    expect(screen.queryByText('You may also need')).not.toBeInTheDocument()
    expect(screen.queryByText('You may prefer')).not.toBeInTheDocument()
  })
})

test('what is far below is not asked for', async () => {
  vi.stubGlobal('IntersectionObserver', observerOf(false))
  const shop = openShop(path, { products: [product(), stone], companions: [mist] })
  shop.enter()
  await addButton()
  expect(shop.sent('POST /rest/v1/rpc/companions_of')).toEqual([])
})

test('an unknown product shows "Product Not Found" with a link back', async () => {
  openShop('/products/nothing', { products: [product()] }).enter()
  expect(await screen.findByRole('heading', { level: 1, name: 'Product Not Found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to products' })).toHaveAttribute('href', '/products')
})

test('a failed request is logged and can be retried', async () => {
  const shop = openShop(path, { products: [product()] })
  shop.reject()
  shop.enter()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ status: 403 }))
  shop.recover()
  await userEvent.click(again)
  await waitFor(() => {
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Moss Balm')
  })
})
