// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pageOf, silk } from '../../catalogue/products/testing'
import { open } from '../../testing'
// Loaded beforehand, so that no test waits for them.
import '../../frame/layout/back-office'
import './promotion-dialog'
import './promotions-page'
import { gift, spring, used } from './testing'

let fake: FakeSupabase
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase({
    rpc: {
      office_promotions: () => ({ rows: [spring, gift], total: 2, exact: true, page: 1, pages: 1 }),
      promotion_record: () => spring,
      promotion_orders: ({ p_page: page }) => ({
        total: 4,
        page,
        pages: 2,
        rows: page === 1 ? [used] : [{ ...used, id: 'o2', order_number: 'AM20260704-0009', returned: true }],
      }),
    },
  })
  fake.addStaff()
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const sent = () => JSON.parse(fake.sent('POST /rest/v1/rpc/save_promotion').at(-1)?.body ?? '{}')
const example = async () => within(await screen.findByRole('region', { name: 'Example' }))

test('a promotion is created; what it gives is calculated for a basket', async () => {
  fake.rpc.save_promotion = () => ({ id: 'p3', version: 1 })
  const router = open('/admin/promotions?promotion=new')
  await fill(/^Code/, 'AUTUMN')
  await fill(/^Per cent/, '12.5')
  const box = await example()
  box.getByText('−£12.50')
  box.getByText('£105.00')
  await fill(/^Goods for/, '19.99')
  box.getByText('−£2.50')
  await fill(/^Minimum cart value/, '20')
  box.getByText('Refused: the cart is below £20.00.')
  await fill(/^Starts/, '2026-07-01T10:00')
  await fill(/^Ends/, '2026-12-24T23:30')
  await fill(/^Uses per customer/, '1')
  await press('Create promotion')
  await screen.findByText('Promotion created successfully.')
  expect(sent()).toEqual({
    p_fields: {
      code: 'AUTUMN',
      kind: 'percent',
      percent: 12.5,
      amount_pence: null,
      buy_quantity: null,
      get_quantity: null,
      is_automatic: false,
      applies_to: 'order',
      product_ids: [],
      category_ids: [],
      starts_at: '2026-07-01T09:00:00.000Z',
      ends_at: '2026-12-24T23:30:00.000Z',
      minimum_pence: 2000,
      uses_limit: null,
      uses_per_customer: 1,
      is_active: true,
    },
  })
  expect(router.state.location.search).toBe('')
})

test('an amount is asked for as pounds; free delivery asks for nothing', async () => {
  open('/admin/promotions?promotion=new')
  await screen.findByLabelText(/^Code/)
  await userEvent.click(screen.getByRole('radio', { name: 'Amount' }))
  await fill(/^Amount\*/, '250')
  ;(await example()).getByText('−£100.00')
  await userEvent.click(screen.getByRole('radio', { name: 'Free delivery' }))
  expect(screen.queryByLabelText(/^Amount\*/)).not.toBeInTheDocument()
  ;(await example()).getByText('Refused: it changes nothing for this cart.')
  await fill(/^Goods for/, '10')
  ;(await example()).getByText('Free')
})

test('an automatic buy two, get one free of chosen products is explained, calculated and saved', async () => {
  fake.rpc.save_promotion = () => ({ id: 'p3', version: 1 })
  fake.rpc.office_products = () => pageOf([silk])
  open('/admin/promotions?promotion=new')
  await userEvent.click(await screen.findByRole('radio', { name: 'Automatically' }))
  await fill(/^Name/, 'Three for two')
  await userEvent.click(screen.getByRole('radio', { name: 'Buy some, get some' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Chosen products' }))
  const box = await example()
  box.getByText('Buy 2, get 1 free of chosen products: the cheapest 1 of every 3 pieces, without a code.')
  box.getByText('3 × £40.00: the customer pays £80.00, and VAT and delivery.')
  await press('Create promotion')
  await screen.findByText('Choose at least one product.')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a product to add' }), 'silk{Enter}')
  await press('Add Silk Robe')
  within(screen.getByRole('list', { name: 'Chosen' })).getByText('Silk Robe')
  await press('Create promotion')
  await screen.findByText('Promotion created successfully.')
  expect(sent().p_fields).toMatchObject({
    code: 'Three for two',
    is_automatic: true,
    kind: 'buy_get',
    buy_quantity: 2,
    get_quantity: 1,
    percent: 100,
    applies_to: 'products',
    product_ids: [silk.id],
    category_ids: [],
  })
})

test('categories are found by name, and a chosen one is removed', async () => {
  fake.responses['GET /rest/v1/categories'] = () =>
    Response.json([
      { id: 'c1', name: 'Candles' },
      { id: 'c2', name: 'Robes' },
    ])
  fake.rpc.save_promotion = () => ({ id: 'p1', version: 5 })
  fake.rpc.promotion_record = () => ({
    ...spring,
    applies_to: 'categories',
    category_ids: ['c1'],
    categories: [{ id: 'c1', name: 'Candles' }],
  })
  open('/admin/promotions?promotion=p1')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a category to add' }), 'rob')
  await press('Add Robes')
  await press('Remove Candles')
  await press('Save Changes')
  await screen.findByText('Promotion updated successfully.')
  expect(sent()).toEqual({ p_id: 'p1', p_version: 4, p_fields: { category_ids: ['c2'] } })
})

test('what is rejected is said in words', async () => {
  open('/admin/promotions?promotion=new')
  await fill(/^Code/, 'a b')
  await fill(/^Uses in all/, '0')
  await press('Create promotion')
  await screen.findByText('Enter 1 or more, or leave it empty.')
  await fill(/^Uses in all/, '')
  await fill(/^Per cent/, '101')
  await fill(/^Ends/, '2020-01-01T00:00')
  await press('Create promotion')
  await screen.findByText(
    'Use 3 to 40 letters, digits, hyphens or underscores, with a letter or digit first.',
  )
  screen.getByText('Enter a percentage from 0.01 to 100.')
  screen.getByText('The end must be after the start.')
  expect(sent()).toEqual({})
})

test('a code that is taken is said at its field', async () => {
  fake.rpc.save_promotion = () =>
    rejection(409, 'PT409', 'There is a code "GIFT5" already. Choose another.', { hint: 'code' })
  open('/admin/promotions?promotion=p1')
  await fill(/^Code/, 'GIFT5')
  await press('Save Changes')
  await screen.findByText('There is a code "GIFT5" already. Choose another.')
  expect(screen.getByLabelText(/^Code/)).toHaveFocus()
})

test('only what was changed is sent: a change by somebody else is shown, and overwritten only on purpose', async () => {
  const theirs = { ...spring, percent: 20, uses_limit: 99, version: 9 }
  fake.rpc.save_promotion = ({ p_version: version }) =>
    version === 9
      ? { id: 'p1', version: 10 }
      : rejection(409, 'PT409', 'Someone has changed this promotion since you opened it.', {
          hint: 'stale_version',
          details: JSON.stringify(theirs),
        })
  open('/admin/promotions?promotion=p1')
  await fill(/^Per cent/, '15')
  await press('Save Changes')
  // With the version that was read; the start keeps its seconds.
  expect(sent()).toEqual({ p_id: 'p1', p_version: 4, p_fields: { percent: 15 } })
  const conflict = within(await screen.findByRole('region', { name: 'Somebody else changed this' }))
  conflict.getByText('Taken over from them: Uses in all.')
  await userEvent.click(conflict.getByRole('radio', { name: /^Keep mine.*15/ }))
  await press('Save Changes')
  await screen.findByText('Promotion updated successfully.')
  expect(sent()).toEqual({ p_id: 'p1', p_version: 9, p_fields: { percent: 15 } })
})

test('the orders that used it are listed in pages, each a link', async () => {
  open('/admin/promotions?promotion=p1')
  const uses = within(await screen.findByRole('region', { name: 'Orders that used it: 3 of 10' }))
  uses.getByText('1 more gave its use back: cancelled or refunded.')
  const link = await uses.findByRole('link', { name: 'AM20260705-0001' })
  expect(link).toHaveAttribute('href', '/admin/orders?order=AM20260705-0001')
  uses.getByText('−£5.00')
  await press('Show older')
  await uses.findByRole('link', { name: 'AM20260704-0009' })
  uses.getByText('Given back')
})
