// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openShop, product } from '../testing'

vi.mock('@shop/cart', async (original) => ({
  ...(await original<object>()),
  useCartActions: () => ({ add: vi.fn() }),
}))

const open = async (more: Record<string, unknown> = {}) => {
  openShop('/products/moss-balm', { products: [product(more)] }).enter()
  await screen.findByText('Delivery and returns')
}
const titles = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)
const under = (title: string) => within(screen.getByText(title).closest('details') as HTMLElement)

test('facts that a product does not have are not mentioned', async () => {
  await open()
  expect(titles()).toEqual(['Details', 'Materials', 'Care', 'Delivery and returns'])
})

test('size, weight, contents and purpose are shown', async () => {
  await open({
    dimensions: '12 × 8 × 3 cm',
    weight_grams: 1250,
    box_contents: ['Balm', 'Linen pouch'],
    good_for: 'A slow massage.',
  })
  expect(under('Dimensions and weight').getByText('12 × 8 × 3 cm. Weight: 1.25 kg')).toBeInTheDocument()
  expect(
    under('In the box')
      .getAllByRole('listitem', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['Balm', 'Linen pouch'])
  expect(under('Good for').getByText('A slow massage.')).toBeInTheDocument()
})

test('the size guide is a table with headings for columns and rows', async () => {
  await open({
    size_guide: {
      columns: ['Size', 'Bust'],
      rows: [
        ['S', '81–86 cm'],
        ['M', '87–92 cm'],
      ],
      note: 'Measured on the body.',
    },
  })
  const guide = under('Size guide')
  const names = (role: string) =>
    guide.getAllByRole(role, { hidden: true }).map(({ textContent }) => textContent)
  expect(names('columnheader')).toEqual(['Size', 'Bust'])
  expect(names('rowheader')).toEqual(['S', 'M'])
  expect(names('cell')).toEqual(['81–86 cm', '87–92 cm'])
  expect(guide.getByText('Measured on the body.')).toBeInTheDocument()
})

test.each([[null], [{ columns: ['Size'] }]])('%j is not shown as a size guide', async (size_guide) => {
  await open({ size_guide })
  expect(screen.queryByText('Size guide')).not.toBeInTheDocument()
})
