// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../testing'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import './scan-page'

const [robe, medium, large] = ['robe', 'medium', 'large'].map(
  (_, place) => `00000000-0000-4000-8000-00000000000${place + 1}`,
)
const unit = (variant: string | undefined, value: string, stock: number) => ({
  product_id: robe,
  variant_id: variant,
  slug: 'hours-silk-robe',
  name: 'Hours Silk Robe',
  options: [{ name: 'Size', value }],
  sku: `AM-ACC-008-${value}`,
  barcode: null,
  price: 295,
  image: null,
  stock,
  low_stock_threshold: 5,
  track_inventory: true,
  is_active: true,
})
let fake: FakeSupabase
let stock: number

beforeEach(() => {
  storeStaffSession()
  stock = 2
  fake = fakeSupabase()
  fake.addStaff()
  fake.rpc.find_by_code = ({ p_code: code }) => {
    if (code === 'AM-ACC-008-M' || code === '/products/hours-silk-robe?size=m')
      return { units: [unit(medium, 'M', stock)] }
    return code === 'AM-ACC-008' ? { units: [unit(medium, 'M', stock), unit(large, 'L', 0)] } : null
  }
  fake.rpc.adjust_stock = ({ p_change: change }) => (stock += Number(change))
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

const field = () => screen.findByLabelText<HTMLInputElement>('Barcode, SKU or product address')
const scan = async (code: string) => {
  await userEvent.type(await field(), `${code}{Enter}`)
}
const sentCodes = () =>
  fake
    .sent('POST /rest/v1/rpc/find_by_code')
    .map(({ body }) => (JSON.parse(body) as { p_code: string }).p_code)

test('the field has the focus, and a scanned code shows and announces what it names', async () => {
  const router = open('/admin/scan')
  const input = await field()
  expect(input).toHaveFocus()
  await userEvent.keyboard('AM-ACC-008-M{Enter}')
  await screen.findByRole('heading', { name: 'Hours Silk Robe' })
  screen.getByText('Low stock')
  screen.getByText('on hand')
  await screen.findByText('Hours Silk Robe, M. 2 in stock.')
  expect(router.state.location.search).toBe('?code=AM-ACC-008-M')
  expect(screen.getByRole('link', { name: 'Stock of this product' })).toHaveAttribute(
    'href',
    `/admin/stock?product=${robe ?? ''}`,
  )
  expect(screen.getByRole('link', { name: 'Print label' })).toHaveAttribute(
    'href',
    `/admin/scan?labels=${medium ?? ''}`,
  )
})

test('the next scan replaces the code of the last, and the shop’s own address is looked up as its path', async () => {
  open('/admin/scan')
  await scan('nothing')
  await screen.findByText('Unknown code')
  await userEvent.keyboard(`${location.origin}/products/hours-silk-robe?size=m{Enter}`)
  await screen.findByRole('heading', { name: 'Hours Silk Robe' })
  expect(sentCodes()).toEqual(['nothing', '/products/hours-silk-robe?size=m'])
})

test('an unknown code is named, with a way to find the product', async () => {
  open('/admin/scan?code=5012345678900')
  await screen.findByText('Unknown code')
  await screen.findByText('No product has the code 5012345678900.')
  expect(screen.getByRole('link', { name: 'Find a product' })).toHaveAttribute(
    'href',
    '/admin/products?q=5012345678900',
  )
})

test('a code of several variants asks which one', async () => {
  open('/admin/scan?code=AM-ACC-008')
  await screen.findByText('Which one is it?')
  await userEvent.click(screen.getByRole('button', { name: 'Choose Hours Silk Robe, L' }))
  await screen.findByText('Out of stock')
  await userEvent.click(screen.getByRole('button', { name: 'Choose another variant' }))
  screen.getByRole('button', { name: 'Choose Hours Silk Robe, M' })
})

test('stock is received, with a note, and the field is ready for the next scan', async () => {
  open('/admin/scan?code=AM-ACC-008-M')
  await userEvent.type(await screen.findByLabelText(/Change by/), '3')
  await userEvent.type(screen.getByLabelText(/Note/), 'Delivery 12')
  await userEvent.click(screen.getByRole('button', { name: 'Update stock' }))
  await screen.findByText('Hours Silk Robe, M: 5 in stock.')
  await waitFor(() => screen.getByText('5'))
  expect(JSON.parse(fake.sent('POST /rest/v1/rpc/adjust_stock')[0]?.body ?? '')).toEqual({
    p_product_id: robe,
    p_variant_id: medium,
    p_change: 3,
    p_kind: 'received',
    p_note: 'Delivery 12',
  })
  const input = await field()
  expect(input).toHaveFocus()
})

test('an adjustment may take pieces out; what was received may not', async () => {
  open('/admin/scan?code=AM-ACC-008-M')
  const change = await screen.findByLabelText(/Change by/)
  await userEvent.type(change, '-1{Enter}')
  await screen.findByText('Received stock is more than 0.')
  expect(change).toHaveFocus()
  await userEvent.click(screen.getByRole('radio', { name: 'Adjusted' }))
  await userEvent.click(screen.getByRole('button', { name: 'Update stock' }))
  await screen.findByText('Hours Silk Robe, M: 1 in stock.')
})

test('a change that is none, no whole number or too many is rejected before it is sent', async () => {
  open('/admin/scan?code=AM-ACC-008-M')
  const change = await screen.findByLabelText(/Change by/)
  const none = 'Please enter a whole number other than 0.'
  for (const [text, words] of [
    ['', none],
    ['0', none],
    ['1.5', none],
    ['9999999', 'At most 1,000,000 pieces at once.'],
  ] as const) {
    fireEvent.change(change, { target: { value: text } })
    await userEvent.click(screen.getByRole('button', { name: 'Update stock' }))
    await screen.findByText(words)
    fireEvent.change(change, { target: { value: '3' } })
    await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument())
  }
  expect(fake.sent('POST /rest/v1/rpc/adjust_stock')).toHaveLength(0)
})

test('the database’s reason stands at the field', async () => {
  fake.rpc.adjust_stock = () =>
    rejection(409, 'PT409', 'Only 2 items available.', { hint: 'insufficient_stock' })
  open('/admin/scan?code=AM-ACC-008-M')
  await userEvent.click(await screen.findByRole('radio', { name: 'Adjusted' }))
  await userEvent.type(screen.getByLabelText(/Change by/), '-5{Enter}')
  await screen.findByText('Only 2 items available.')
})

test('a scanner that types into the change looks the code up instead', async () => {
  open('/admin/scan?code=AM-ACC-008-M')
  await userEvent.type(await screen.findByLabelText(/Change by/), '5012345678900{Enter}')
  await screen.findByText('Unknown code')
  expect(fake.sent('POST /rest/v1/rpc/adjust_stock')).toHaveLength(0)
})

test('text typed outside of fields goes into the field, but keys of buttons and shortcuts do not', async () => {
  open('/admin/scan')
  const input = await field()
  const button = screen.getByRole('button', { name: 'Find' })
  button.focus()
  fireEvent.keyDown(button, { key: ' ' })
  fireEvent.keyDown(button, { key: 'Tab' })
  fireEvent.keyDown(button, { key: 'c', ctrlKey: true })
  expect(button).toHaveFocus()
  fireEvent.keyDown(button, { key: '5' })
  expect(input).toHaveFocus()
})

test('a moderator sees stock but cannot change it', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  open('/admin/scan?code=AM-ACC-008-M')
  await screen.findByText('on hand')
  expect(screen.queryByRole('button', { name: 'Update stock' })).not.toBeInTheDocument()
})

test('a look-up that fails can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.responses['POST /rest/v1/rpc/find_by_code'] = () => rejection(400, 'XX000', 'broken')
  open('/admin/scan?code=AM-ACC-008-M')
  await screen.findByText('The code could not be looked up')
  delete fake.responses['POST /rest/v1/rpc/find_by_code']
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('on hand')
})

test('without a camera, as in the test DOM, the page says so and needs none', async () => {
  open('/admin/scan')
  await screen.findByText(/There is no camera here/)
  expect(screen.queryByRole('button', { name: 'Use the camera' })).not.toBeInTheDocument()
})
