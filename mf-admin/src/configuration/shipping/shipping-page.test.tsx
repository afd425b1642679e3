// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { open } from '../../testing'
import type { Kind } from './office-shipping'
// Loaded here, so that no test waits for them.
import '../../frame/layout/back-office'
import './shipping-page'
import { free, mainland, nextDay, shippingBackend, standard } from './testing'

let fake: FakeSupabase
beforeEach(() => {
  fake = shippingBackend()
})

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const sent = (name = 'save_shipping') =>
  JSON.parse(fake.sent(`POST /rest/v1/rpc/${name}`).at(-1)?.body ?? '{}')
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('zones, methods and rules are tabs that the URL names, with the columns of the specification', async () => {
  const router = open('/admin/shipping')
  const first = await rowOf('Mainland')
  expect(headers()).toEqual(['Name', 'Description', 'Postcodes', 'Multiplier', 'Status', 'Actions'])
  first.getByText('SW, SE, N +2 more')
  first.getByText('1x')
  first.getByText('Active')
  first.getByText('Takes all other postcodes')
  const second = await rowOf('Highlands')
  second.getByText('KW15, IV')
  second.getByText('1.6x')
  second.getByText('Inactive')
  await userEvent.click(await screen.findByRole('link', { name: 'Methods' }))
  const post = await rowOf('Standard')
  expect(router.state.location.search).toBe('?tab=methods')
  expect(headers()).toEqual(['Name', 'Description', 'Base Price', 'Delivery Time', 'Status', 'Actions'])
  post.getByText('£3.99')
  post.getByText('5-7 days')
  const fast = await rowOf('Next day')
  fast.getByText('1 day')
  await userEvent.click(screen.getByRole('link', { name: 'Rules' }))
  const rule = await rowOf('Free from £25')
  expect(router.state.location.search).toBe('?tab=rules')
  expect(headers()).toEqual(['Name', 'Type', 'Priority', 'Status', 'Actions'])
  rule.getByText('Free shipping')
  rule.getByText('100')
  expect(screen.getByRole('link', { name: 'Rules' })).toHaveAttribute('aria-current', 'page')
})

test('a zone is created: postcodes are separated by commas, an empty multiplier is 1', async () => {
  fake.rpc.save_shipping = () => ({ id: 'z3', version: 1 })
  const router = open('/admin/shipping')
  await userEvent.click(await screen.findByRole('link', { name: 'Add Zone' }))
  await fill('Zone Name*', 'Islands')
  await fill('Postcodes', ' HS ,, ZE\nKW15,')
  await fill('Multiplier', '')
  await press('Create Zone')
  await screen.findByText('Zone created successfully.')
  expect(sent()).toEqual({
    p_kind: 'zone',
    p_fields: {
      name: 'Islands',
      description: null,
      postcodes: ['HS', 'ZE', 'KW15'],
      multiplier: 1,
      position: 100,
      is_active: true,
    },
  })
  expect(router.state.location.search).toBe('')
  expect(fake.sent('GET /rest/v1/shipping_zones')).toHaveLength(2)
})

test('a method is changed with the version that was read; features keep their commas', async () => {
  fake.rpc.save_shipping = () => ({ id: 'm1', version: 3 })
  open('/admin/shipping?tab=methods&edit=m1')
  await fill('Base Price (GBP)', '4.5')
  await fill('Minimum Days', '')
  await press('Save Changes')
  await screen.findByText('Method updated successfully.')
  expect(sent()).toMatchObject({
    p_kind: 'method',
    p_id: 'm1',
    p_version: 2,
    p_fields: {
      base_price: 4.5,
      estimated_days_min: 1,
      estimated_days_max: 7,
      features: ['Plain, unmarked packaging'],
    },
  })
})

test.each([
  [
    'zones',
    'Create Zone',
    [
      [
        ['Zone Name*', '', 'Please enter a name.'],
        ['Multiplier', '0.05', 'Enter 0.1 or more.'],
      ],
    ],
  ],
  [
    'methods',
    'Create Method',
    [
      [
        ['Base Price (GBP)', '-1', 'Enter an amount in pounds, such as 24.50.'],
        ['Maximum Days', '0', 'Enter 1 or more.'],
      ],
      [
        ['Method Name*', 'By boat', ''],
        ['Base Price (GBP)', '1', ''],
        ['Minimum Days', '8', ''],
        ['Maximum Days', '7', 'Maximum days must be the minimum days or more.'],
      ],
    ],
  ],
  ['rules', 'Create Rule', [[['Priority', '1.5', 'Enter a whole number.']]]],
])('a form of %s says what is wrong with it', async (tab, button, attempts) => {
  open(`/admin/shipping?tab=${tab}&edit=new`)
  for (const inputs of attempts) {
    for (const [label = '', value = ''] of inputs) await fill(label, value)
    await press(button)
    for (const [, , message = ''] of inputs) if (message) await screen.findByText(message)
  }
  expect(sent()).toEqual({})
})

test.each<[Kind, string, string]>([
  ['zone', 'z1', 'Zone Name*'],
  ['method', 'm1', 'Method Name*'],
  ['rule', 'r1', 'Rule Name*'],
])('a %s that somebody else changed is shown, and saved over only on purpose', async (kind, id, label) => {
  const records = { zone: mainland, method: standard, rule: free }
  const theirs = { ...records[kind], name: 'Theirs', is_active: false, version: 9 }
  fake.rpc.save_shipping = ({ p_version: version }) =>
    version === 9
      ? { id, version: 10 }
      : rejection(409, 'PT409', `Someone has changed this ${kind} since you opened it.`, {
          hint: 'stale_version',
          details: JSON.stringify({ ...theirs, created_at: '2026-01-05T23:30:00Z' }),
        })
  open(`/admin/shipping?tab=${kind}s&edit=${id}`)
  await fill(label, 'Mine')
  await press('Save Changes')
  const conflict = within(await screen.findByRole('region', { name: 'Somebody else changed this' }))
  conflict.getByText('Taken over from them: Active.')
  await userEvent.click(conflict.getByRole('radio', { name: /^Keep mine.*Mine/ }))
  await press('Save Changes')
  await screen.findByText(new RegExp(`^${kind} updated successfully.$`, 'i'))
  expect(sent()).toMatchObject({ p_version: 9, p_fields: { name: 'Mine', is_active: false } })
})

test('a zone that was deleted meanwhile says so, and its form adds it again', async () => {
  const message = 'This zone no longer exists: somebody has deleted it.'
  fake.rpc.save_shipping = ({ p_id: id }) => {
    fake.tables.shipping_zones = []
    return id === undefined
      ? { id: 'z9', version: 1 }
      : rejection(404, 'PT404', message, { hint: 'shipping_gone' })
  }
  open('/admin/shipping?edit=z1')
  await fill('Zone Name*', 'Renamed')
  await press('Save Changes')
  await screen.findByText(message)
  await screen.findByText('Somebody has deleted this zone. Saving adds it again.')
  await press('Create Zone')
  await screen.findByText('Zone created successfully.')
  expect(sent().p_fields.name).toBe('Renamed')
})

test.each<[Kind, string]>([
  ['zone', 'Mainland'],
  ['method', 'Next day'],
  ['rule', 'Free from £25'],
])(
  'a %s is deleted after the question of the specification; what cannot be deleted or saved says so',
  async (kind, name) => {
    fake.rpc.save_shipping = fake.rpc.delete_shipping = () => rejection(500, 'XX000', 'internal error')
    const router = open(`/admin/shipping?tab=${kind}s`)
    await press(`Delete ${name}`)
    await screen.findByText(`Are you sure you want to delete this ${kind}?`)
    expect(document.activeElement?.textContent).toBe('Cancel')
    await press('Delete')
    await screen.findByText(`Failed to delete ${kind}. Please try again.`)
    await dialogClosed()
    fake.rpc.delete_shipping = () => undefined
    await press(`Delete ${name}`)
    await press('Delete')
    await screen.findByText(new RegExp(`^${kind} deleted successfully.$`, 'i'))
    expect(sent('delete_shipping')).toMatchObject({ p_kind: kind })
    await router.navigate(`/admin/shipping?tab=${kind}s&edit=new`)
    await fill(`${kind.charAt(0).toUpperCase()}${kind.slice(1)} Name*`, 'New')
    await userEvent.click(await screen.findByRole('button', { name: /^Create/ }))
    await screen.findByText(`Failed to save ${kind}. Please try again.`)
  },
)

test('the delete dialog of a method says what depends on it', async () => {
  fake.tables.shipping_methods = [standard, { ...nextDay, is_active: false }]
  fake.tables.shipping_rules = [{ ...free, conditions: { shipping_method: 'Next day' } }]
  open('/admin/shipping?tab=methods')
  await press('Delete Next day')
  await screen.findByText('Rules name it; without it they never apply.')
  await press('Cancel')
  await dialogClosed()
  await press('Delete Standard')
  await screen.findByText('It is the only active method: without it nobody can check out.')
})

test('delivery that cannot be loaded, and none at all', async () => {
  for (const kind of ['zones', 'methods', 'rules']) fake.tables[`shipping_${kind}`] = []
  fake.fail({ under: '/rest/v1/shipping_rules', response: () => rejection(400, 'X', 'broken') })
  open('/admin/shipping')
  await screen.findByText('Failed to load shipping data.')
  fake.recover()
  await press('Try again')
  await screen.findByText('No zones found')
  expect(screen.getAllByRole('link', { name: 'Add Zone' })).toHaveLength(2)
})

test('without the right the screen says so', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  open('/admin/shipping')
  await screen.findByText('Your role does not include this')
})

test('the form of a deleted rule does not open', async () => {
  const router = open('/admin/shipping?tab=rules&edit=gone')
  await screen.findByText('Rule not found')
  await waitFor(() => expect(router.state.location.search).toBe('?tab=rules'))
})
