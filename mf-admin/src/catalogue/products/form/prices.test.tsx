// @vitest-environment happy-dom
import type { FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../../testing'
import '../products-page'
import { latest, productBackend } from '../testing'
import './product-form'

let fake: FakeSupabase
beforeEach(() => {
  fake = productBackend()
  fake.rpc.save_product = () => ({ id: 'made' })
  open('/admin/products?product=new')
})

const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const addValues = async (values: string) => {
  await userEvent.type(await screen.findByPlaceholderText('Add a value'), `${values},`)
}
const expectVariants = (...names: string[]) =>
  waitFor(() => {
    const groups = within(screen.getByRole('list', { name: 'Variants' })).getAllByRole('group')
    expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(names)
  })

test('the form says what shoppers pay for the price that is typed, and what a compare price does', async () => {
  await type('Price (GBP)*', '45.5')
  await screen.findByText('Shoppers pay £43.14 (£35.95 before VAT).')
  await type('Compare Price (GBP)', '39')
  await screen.findByText(/The compare price is not above the price, so shoppers never see it\.$/)
  await type('Compare Price (GBP)', '0')
  await screen.findByText(/ shown as “was” once the product was on sale for it for 28 days\.$/)
})

test('variants come and go with the values, and one that was removed stays away', async () => {
  await press('Add option')
  await addValues('S, M')
  await expectVariants('S', 'M')
  await press('Remove variant S')
  await addValues('L')
  await expectVariants('M', 'L')
  await press('Make 3 variants')
  await expectVariants('S', 'M', 'L')
  await press('Remove M')
  await expectVariants('S', 'L')
})

test('all variants get one price and one stock, and the product needs no price of its own', async () => {
  await type('Product Name*', 'Linen Robe')
  await press('Add option')
  await addValues('S, M')
  const all = within(await screen.findByRole('group', { name: 'All variants' }))
  const setAll = async (label: string, text: string) => {
    await userEvent.type(all.getByLabelText(label), `${text}{Enter}`)
  }
  await setAll('Price of all (GBP)', '40')
  await setAll('Stock of each', '7')
  await press('Create Product')
  await screen.findByText('Product created successfully.')
  expect(latest(fake, 'save_product')).toMatchObject({
    p_fields: { price: 40, compare_at_price: null },
    p_variants: [
      { option_values: ['S'], price: 40, stock_change: 7 },
      { option_values: ['M'], price: 40, stock_change: 7 },
    ],
  })
})
