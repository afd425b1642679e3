// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import { renderApp, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import routes from '../../routes'
import { open } from '../../testing'
import './shipping-page' // loaded here, so that no test waits for it
import { free, shippingBackend } from './testing'

let fake: FakeSupabase
beforeEach(() => {
  fake = shippingBackend()
  fake.rpc.save_shipping = () => ({ id: 'r1', version: 5 })
})

const openRule = async () => {
  open('/admin/shipping?tab=rules&edit=r1')
  return screen.findByLabelText<HTMLTextAreaElement>('Conditions (JSON)')
}
const sent = () => JSON.parse(fake.sent('POST /rest/v1/rpc/save_shipping').at(-1)?.body ?? '{}')
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))

test('the fields write the JSON and the JSON the fields; unknown keys are told and kept', async () => {
  const json = await openRule()
  fill('Orders from (£)', '30')
  expect(JSON.parse(json.value)).toEqual({ min_order_value: 30, shipping_method: 'Standard' })
  fireEvent.change(json, {
    target: { value: '{"weekday": 1, "min_order_value": 12.5, "excluded_postcodes": ["BT"]}' },
  })
  expect(screen.getByLabelText('Orders from (£)')).toHaveValue('12.5')
  expect(screen.getByLabelText('Shipping method')).toHaveValue('none')
  screen.getByText('"weekday" is no condition that the shop knows. It is kept and changes nothing.')
  fill('Excluded postcodes', 'BT, HS,')
  fill('Orders from (£)', '')
  fill('Discount (%)', '10')
  await save()
  await screen.findByText('Rule updated successfully.')
  expect(sent()).toMatchObject({
    p_version: 4,
    p_fields: {
      conditions: { weekday: 1, excluded_postcodes: ['BT', 'HS'] },
      actions: { free_shipping: true, discount_percentage: 10 },
    },
  })
  expect(sent().p_fields.conditions).not.toHaveProperty('min_order_value')
})

test('invalid JSON is told by line, the fields keep what was valid, and it is not saved', async () => {
  const json = await openRule()
  fireEvent.change(json, { target: { value: '{\n  "min_order_value": 30,\n}' } })
  screen.getByText('Line 3: There is a comma too many before the end.')
  expect(screen.getByLabelText('Orders from (£)')).toHaveValue('25')
  await save()
  expect(json).toHaveFocus()
  expect(sent()).toEqual({})
  fireEvent.change(json, { target: { value: '{\n  "min_order_value": 30\n}' } })
  await save()
  await screen.findByText('Rule updated successfully.')
  expect(sent().p_fields.conditions).toEqual({ min_order_value: 30 })
})

test('with the setting "ignored" invalid JSON goes without a word, and the rule stays as it was', async () => {
  const shipping = { ...testSettings.shipping, invalidJson: 'ignored' as const }
  renderApp(routes, { path: '/admin/shipping?tab=rules&edit=r1', settings: { ...testSettings, shipping } })
  const json = await screen.findByLabelText<HTMLTextAreaElement>('Conditions (JSON)')
  fireEvent.change(json, { target: { value: '{ "min_order_value": ' } })
  expect(screen.queryByText(/^Line/)).not.toBeInTheDocument()
  fireEvent.blur(json)
  expect(JSON.parse(json.value)).toEqual(free.conditions)
  await save()
  await screen.findByText('Rule updated successfully.')
  expect(sent().p_fields.conditions).toEqual(free.conditions)
})

test('a rule is tried before it is saved', async () => {
  await openRule()
  await userEvent.click(screen.getByText('Try it'))
  const item = (name: string) =>
    within(screen.getByText(name, { selector: 'summary *' }).closest('details') ?? document.body)
  item('Standard').getByText('Does not apply: the order of £20.00 is below £25.00.')
  fill('Orders from (£)', '15')
  item('Standard').getByText('Free shipping: £0.00')
  item('Standard').getByText('£3.99 before, now', { exact: false })
  item('Standard').getByText('Not saved')
  item('Next day').getByText('Does not apply: it is for Standard only.')
  fill('Deliver to postcode', 'nowhere')
  screen.getByText('This does not look like a UK postcode. Write it like SW1A 1AA.')
  expect(sent()).toEqual({})
})

test('the simulator explains each price and says whether the checkout agrees', async () => {
  const price = (pence: number) => () => ({
    zone: { id: 'z1', by: 'area', prefix: 'SW' },
    methods: [
      {
        method: 'm1',
        pence,
        rejected: null,
        base: '3.99',
        rules: [{ id: 'r1', unmet: ['min_order_value'], steps: [] }],
      },
      {
        method: 'm2',
        pence: 999,
        rejected: null,
        base: '9.99',
        rules: [{ id: 'r1', unmet: ['min_order_value', 'shipping_method'], steps: [] }],
      },
    ],
  })
  fake.rpc.explain_shipping = price(399)
  open('/admin/shipping?tab=simulator')
  await screen.findByText('SW1A 1AA is in Mainland, which lists the area SW.')
  await screen.findByText('The checkout comes to the same prices.')
  screen.getByText('£3.99 × 1 for Mainland: £3.99')
  fake.rpc.explain_shipping = price(1)
  fill('Order value (£)', '21')
  await screen.findByText(/^The checkout comes to other prices\./)
})
