// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openShop, product } from '../../testing'

vi.mock('@shop/cart', async (original) => ({
  ...(await original<object>()),
  useCartActions: () => ({ add: () => Promise.resolve() }),
}))

const open = (more: Record<string, unknown> = {}) =>
  openShop('/products/moss-balm', { products: [product(more)] }).enter()
const current = () => screen.getByRole('link', { current: true }).getAttribute('aria-label')
const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

test('every picture is in the page, the first with high priority', async () => {
  open()
  const pictures = within(await screen.findByRole('list', { name: 'Pictures of Moss Balm' }))
  expect(
    pictures
      .getAllByRole('img')
      .map((image) => [
        image.getAttribute('alt'),
        image.getAttribute('loading'),
        image.getAttribute('fetchpriority'),
      ]),
  ).toEqual([
    ['Balm in a jar', 'eager', 'high'],
    ['The jar from above', 'lazy', null],
  ])
})

test('the arrow keys go through the pictures, and each is announced', async () => {
  open()
  const first = await screen.findByRole('link', { name: 'Image 1 of 2' })
  first.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toHaveAttribute('aria-label', 'Image 2 of 2')
  expect(current()).toBe('Image 2 of 2')
  expect(spoken()).toContain('Image 2 of 2')
  await userEvent.keyboard('{Home}')
  expect(current()).toBe('Image 1 of 2')
})

test('previous and next stop at the ends', async () => {
  open()
  const next = await screen.findByRole('button', { name: 'Next picture' })
  expect(screen.getByRole('button', { name: 'Previous picture' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(next)
  expect(current()).toBe('Image 2 of 2')
  expect(next).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(next)
  expect(current()).toBe('Image 2 of 2')
})

test('a single picture has no thumbnails, and can be enlarged', async () => {
  open({ images: [], image_alts: [] })
  expect(await screen.findByRole('button', { name: 'Enlarge picture' })).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Image/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Next picture' })).not.toBeInTheDocument()
})

test('an enlarged picture is zoomed by keys, and closing shows the last one in the gallery', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Enlarge picture' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pictures of Moss Balm' })
  const near = within(dialog)
  near.getByRole('button', { name: 'Zoom in' }).focus()
  expect(near.getByRole('status').textContent).toBe('Image 1 of 2')
  await userEvent.keyboard('+')
  expect(near.getByRole('status').textContent).toBe('Image 1 of 2 150%')
  await userEvent.keyboard('-')
  expect(near.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('+++++++')
  expect(near.getByRole('status').textContent).toBe('Image 1 of 2 200%')
  await userEvent.keyboard('0{ArrowRight}')
  expect(near.getByRole('status').textContent).toBe('Image 2 of 2')
  expect(near.getByRole('img', { name: 'The jar from above' })).toHaveAttribute(
    'src',
    '/media/moss-balm-2.webp',
  )
  await userEvent.click(near.getByRole('button', { name: 'Close picture' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  expect(current()).toBe('Image 2 of 2')
})
