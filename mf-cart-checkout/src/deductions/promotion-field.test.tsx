// @vitest-environment happy-dom
import type { FakeSupabase } from '@shop/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartRow, fakeShop, fillDraft, open } from '../testing'

let shop: FakeSupabase
const check = 'POST /rest/v1/rpc/check_promotion'
const tenth = {
  state: 'valid',
  code: 'MOSS10',
  kind: 'percent',
  percent: 10,
  amount_pence: null,
  minimum_pence: 0,
}

beforeEach(() => {
  shop = fakeShop()
  fillDraft()
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  shop.responses[check] = () => Response.json(tenth)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

const opener = () => screen.findByRole('button', { name: 'Promotion code' })
const field = () => screen.getByRole('textbox', { name: 'Promotion code' })

async function enter(code: string) {
  await userEvent.click(await opener())
  await userEvent.type(field(), `${code}{Enter}`)
}
const bodies = (line: string) => shop.sent(line).map(({ body }) => JSON.parse(body))

test('the field is behind a button, takes the focus, and a code shows what it takes off', async () => {
  open('/checkout')
  const button = await opener()
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button)
  expect(field()).toHaveFocus()
  await userEvent.type(field(), ' moss10 {Enter}')
  expect(await screen.findByText('Discount (MOSS10)')).toBeVisible()
  expect(screen.getByText('−£3.16')).toBeVisible()
  expect(screen.getByText('£5.68')).toBeVisible()
  expect(bodies(check)).toEqual([{ p_code: 'moss10' }])
  expect(screen.getByRole('button', { name: 'Remove promotion code MOSS10' })).toHaveFocus()
  expect(screen.getByText('Promotion code applied')).toBeVisible()
})

test('a code can be removed, and the focus moves to the button that enters one', async () => {
  open('/checkout')
  await enter('moss10')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove promotion code MOSS10' }))
  expect(screen.queryByText('Discount (MOSS10)')).not.toBeInTheDocument()
  expect(await opener()).toHaveFocus()
  expect(sessionStorage.getItem('aurelle_promotion')).toBeNull()
})

test.each([
  [{ state: 'unknown' }, 'That code isn’t valid. Check it and try again.'],
  [{ state: 'ended' }, 'This code has ended.'],
  [{ state: 'exhausted' }, 'This code has been used up.'],
  [{ state: 'used' }, 'You have used this code as often as it allows.'],
  [{ state: 'below_minimum', minimum_pence: 5000 }, 'This code needs a subtotal of £50.00 or more.'],
  [{ state: 'something new' }, 'This code cannot be used.'],
])('%j is shown beside the field', async (response, text) => {
  shop.responses[check] = () => Response.json(response)
  open('/checkout')
  await enter('nope')
  await screen.findByText(text)
  expect(field()).toHaveAttribute('aria-invalid', 'true')
  expect(screen.queryByText(/^Discount/)).not.toBeInTheDocument()
})

test('an empty field, too many attempts and a failed request show an error too', async () => {
  open('/checkout')
  await userEvent.click(await opener())
  await userEvent.click(screen.getByRole('button', { name: 'Apply promotion code' }))
  expect(screen.getByText('Enter a promotion code')).toBeVisible()
  expect(shop.sent(check)).toEqual([])
  shop.responses[check] = () =>
    Response.json(
      {
        code: 'PT429',
        message: 'Too many attempts. Please wait a moment and try again.',
        hint: 'rate_limited',
      },
      { status: 429 },
    )
  await userEvent.type(field(), 'guess{Enter}')
  expect(await screen.findByText('Too many attempts. Please wait a moment and try again.')).toBeVisible()
  shop.responses[check] = () => Response.json({ message: 'broken' }, { status: 500 })
  await userEvent.type(field(), '{Enter}')
  expect(await screen.findByText('The code could not be checked. Please try again.')).toBeVisible()
})
