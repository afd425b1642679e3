// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openShop, product } from '../testing'

const cart = vi.hoisted(() => ({ add: vi.fn() }))
vi.mock('@shop/cart', async (original) => ({ ...(await original<object>()), useCartActions: () => cart }))

let sent: unknown[]
let respond: () => Response

/** Opens the product and listens to what is asked of the backend. */
function open(stock: number) {
  const shop = openShop('/products/moss-balm', { products: [product({ inventory_quantity: stock })] })
  shop.rpc.ask_back_in_stock = (args) => {
    sent.push(args)
    return respond()
  }
  shop.enter()
}
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })
const ask = () => userEvent.click(screen.getByRole('button', { name: 'Email me when it’s back' }))
const rejection = (status: number, hint: string) => () =>
  Response.json({ code: `PT${String(status)}`, message: 'no', hint }, { status })

beforeEach(() => {
  sent = []
  respond = () => new Response(null, { status: 204 })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('a back-in-stock request replaces the form with a message', async () => {
  open(0)
  await userEvent.type(await field(), ' ada@aurelle.test ')
  await ask()
  const thanks = await screen.findByText('Thank you. We’ll email you once, as soon as it’s back.')
  await vi.waitFor(() => {
    expect(thanks).toHaveFocus()
  })
  expect(sent).toEqual([{ p_product_id: 'p1', p_email: 'ada@aurelle.test' }])
  expect(screen.queryByRole('textbox', { name: 'Email' })).not.toBeInTheDocument()
})

test('a product in stock has no back-in-stock form', async () => {
  open(1)
  await screen.findByRole('button', { name: 'Add to cart' })
  expect(screen.queryByText('Email me when it’s back')).not.toBeInTheDocument()
})

test('what is no address is said at the field, and nothing is sent', async () => {
  open(0)
  const email = await field()
  for (const typed of ['', 'ada', 'ada@aurelle', 'a,b@c.dd', 'a@c.dd.']) {
    await userEvent.clear(email)
    if (typed) await userEvent.paste(typed)
    await ask()
    expect(await screen.findByText('Email is invalid.')).toBeVisible()
    expect(email).toHaveFocus()
    expect(sent).toEqual([])
  }
})

test('a rejection is said, and what was typed stays', async () => {
  open(0)
  await userEvent.click(await field())
  await userEvent.paste('ada@aurelle.test')
  for (const [status, hint, words] of [
    [429, 'rate_limited', 'Too many attempts. Please wait a moment and try again.'],
    [409, 'in_stock', 'It is back in stock. Please load this page again.'],
    [422, 'email', 'Email is invalid.'],
    [400, 'something', 'Your request was not taken. Please try again in a moment.'],
  ] as const) {
    respond = rejection(status, hint)
    await ask()
    expect(await screen.findByText(words)).toBeVisible()
    expect(await field()).toHaveValue('ada@aurelle.test')
  }
})
