// @vitest-environment happy-dom
import { fakeSupabase, renderApp } from '@shop/testing'
import { Dialog } from '@shop/ui'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { Component as SearchDialog } from './search-dialog'

beforeAll(() => Dialog.preload())

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Search</button>
      <SearchDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const row = (name: string, price: number) => ({
  id: name,
  slug: name.toLowerCase().replace(' ', '-'),
  name,
  price,
  images: [],
  options: [],
  product_variants: [],
})
const shelf = [row('Riva Pebble', 100), row('Grey Pebble', 6.5)]

const places = [
  { kind: 'page', path: '/returns', title: 'Returns', about: 'How to send something back' },
  { kind: 'category', path: '/categories/pebbles', title: 'Pebbles', about: 'Stones' },
]

/** A page with the search above it, over a backend that answers so. */
function open(respond: (words: string) => Response) {
  const asked: string[] = []
  fakeSupabase({
    rpc: {
      search_places: ({ p_query }) =>
        places.filter(({ title }) => title.toLowerCase().startsWith(String(p_query).toLowerCase())),
      search_products: ({ p_query }) => {
        asked.push(String(p_query))
        return respond(String(p_query))
      },
    },
  })
  return { router: renderApp([{ path: '*', Component: Page }]), asked }
}

const found = (words: string) => Response.json(shelf.filter(({ name }) => name.toLowerCase().includes(words)))
const field = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  return screen.findByRole('combobox', { name: 'Search products' })
}
const place = ({ router }: ReturnType<typeof open>) =>
  router.state.location.pathname + router.state.location.search

test('debounced suggestions show name and price', async () => {
  const { asked } = open(found)
  await userEvent.type(await field(), 'pebble')
  expect(await screen.findByRole('option', { name: /Riva Pebble.*£79\.00/ })).toBeVisible()
  expect(await screen.findByText('3 suggestions')).toBeVisible()
  expect(screen.getAllByRole('option')).toHaveLength(4)
  expect(asked.at(-1)).toBe('pebble')
  expect(asked.length).toBeLessThan('pebble'.length)
})

test('the arrow keys cycle through the suggestions and the field, Enter opens the highlighted one', async () => {
  const shop = open(found)
  const input = await field()
  await userEvent.type(input, 'pebble')
  await screen.findAllByRole('option')
  const reached = () => screen.queryByRole('option', { selected: true })?.textContent
  await userEvent.keyboard('{ArrowUp}')
  expect(reached()).toBe('All results for “pebble”')
  await userEvent.keyboard('{ArrowDown}')
  expect(reached()).toBeUndefined()
  expect(input).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(reached()).toContain('Grey Pebble')
  expect(document.getElementById(input.getAttribute('aria-activedescendant') ?? '')).toHaveTextContent(
    'Grey Pebble',
  )
  await userEvent.keyboard('{Enter}')
  expect(place(shop)).toBe('/products/grey-pebble')
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

test('the SKU of a variant leads to that variant', async () => {
  const robe = {
    ...row('Silk Robe', 98),
    options: [{ name: 'Size', values: ['S', 'M'] }],
    product_variants: [{ option_values: ['M'] }],
  }
  const shop = open(() => Response.json([robe]))
  await userEvent.type(await field(), 'robe-m')
  const option = await screen.findByRole('option', { name: /Silk Robe/ })
  expect(option).toHaveAttribute('href', '/products/silk-robe?size=m')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(place(shop)).toBe('/products/silk-robe?size=m')
})

test('Enter without a highlighted suggestion shows all results; Escape closes the dialog', async () => {
  const shop = open(found)
  await userEvent.type(await field(), 'pebble')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  expect(place(shop)).toBe('/')
  await userEvent.type(await field(), ' riva  pebble {Enter}')
  expect(place(shop)).toBe('/search?q=riva+pebble')
})

test('no suggestions and a failed search show a message, and all results can still be opened', async () => {
  const shop = open((words) =>
    words === 'lantern' ? Response.json([]) : Response.json({ message: 'no' }, { status: 403 }),
  )
  const input = await field()
  await userEvent.type(input, 'lantern')
  await waitFor(() => {
    expect(screen.getAllByText(/^No products found/).length).toBeGreaterThan(0)
  })
  await userEvent.clear(input)
  await userEvent.type(input, 'balm')
  await waitFor(() => {
    expect(screen.getAllByText(/Suggestions could not be loaded/).length).toBeGreaterThan(0)
  })
  await userEvent.keyboard('{Enter}')
  expect(place(shop)).toBe('/search?q=balm')
})

test('pages and categories stand above products, and a page alone is a suggestion too', async () => {
  const shop = open(found)
  const input = await field()
  await userEvent.type(input, 'pebble')
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.getAttribute('href'))).toEqual([
    '/categories/pebbles',
    '/products/riva-pebble',
    '/products/grey-pebble',
    '/search?q=pebble',
  ])
  await userEvent.clear(input)
  await userEvent.type(input, 'retur')
  await screen.findByRole('option', { name: 'Returns How to send something back' })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(place(shop)).toBe('/returns')
})
