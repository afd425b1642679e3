// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../../testing'
import '../products-page'
import { latest, productBackend, productRecord } from '../testing'
import { plainStockWords } from './first-variants'
import './product-form'

let fake: FakeSupabase
let stock: number
beforeEach(() => {
  stock = 12
  fake = productBackend()
  fake.rpc.product_record = () => ({ ...productRecord, inventory_quantity: stock })
  fake.rpc.save_product = () => ({ id: productRecord.id })
})

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

async function addSizes() {
  open(`/admin/products?product=${productRecord.id}`)
  await press('Add option')
  await userEvent.click(await screen.findByPlaceholderText('Add a value'))
  await userEvent.paste('S, M')
}
const stockIn = (variant: string) =>
  within(screen.getByRole('group', { name: variant })).getByLabelText<HTMLInputElement>(/^Stock Quantity/)

test('before the plain stock is written off the form says so, and gives it to a variant', async () => {
  await addSizes()
  await screen.findByText('The 12 pieces in stock without a size will be written off when you save.')
  expect(stockIn('S')).toHaveValue(0)
  fireEvent.change(stockIn('M'), { target: { value: '5' } })
  await screen.findByText(/^Of the 12 pieces in stock without a size, 5 go to the variants; 7 will be/)
  await userEvent.selectOptions(screen.getByLabelText('Give the rest to'), 'S')
  await press('Give 7 pieces')
  await screen.findByText('The 12 pieces in stock without a size go to the variants when you save.')
  expect(stockIn('S')).toHaveValue(7)
  await press('Save Changes')
  await screen.findByText('Product updated successfully.')
  expect(latest(fake, 'save_product')).toMatchObject({
    p_stock_change: -12,
    p_variants: [
      { option_values: ['S'], stock_change: 7 },
      { option_values: ['M'], stock_change: 5 },
    ],
  })
})

test('stock that was sold meanwhile is shown, and is distributed over the variants again', async () => {
  await addSizes()
  await userEvent.selectOptions(await screen.findByLabelText('Give them to'), 'S')
  await press('Give 12 pieces')
  const words = 'There are 10 in stock now, not 12: please share them out again.'
  fake.rpc.save_product = () => rejection(409, 'PT409', words, { hint: 'stock_change', details: '10' })
  await press('Save Changes')
  const alert = await screen.findByText(words)
  await waitFor(() => expect(alert).toHaveFocus())
  screen.getByText('The variants get 12 pieces when you save: the 10 in stock without a size, and 2 more.')
  fireEvent.change(stockIn('S'), { target: { value: '10' } })
  fake.rpc.save_product = () => ({ id: productRecord.id })
  await press('Save Changes')
  await screen.findByText('Product updated successfully.')
  expect(latest(fake, 'save_product')).toMatchObject({ p_stock_change: -10 })
})

test('without stock nothing is said', async () => {
  stock = 0
  await addSizes()
  await waitFor(() => stockIn('S'))
  expect(screen.queryByRole('group', { name: 'Stock without a variant' })).not.toBeInTheDocument()
})

test.each([
  [1, 0, 'size', 'The 1 piece in stock without a size will be written off when you save.'],
  [1, 1, 'option', 'The 1 piece in stock without an option goes to the variants when you save.'],
])('%i in stock, %i given, by %s', (count, given, option, words) => {
  expect(plainStockWords(count, given, option)).toBe(words)
})
