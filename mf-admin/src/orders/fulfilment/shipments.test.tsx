// @vitest-environment happy-dom
import { parseItems } from '@shop/pricing/order-contents'
import { fakeSupabase, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { openPart } from '../../testing'
import { Shipments } from './shipments'

const sorted = {
  id: 7,
  status: 'in_transit',
  description: 'Sorted for delivery',
  location: 'Croydon',
  occurred_at: '2026-07-03T07:30:00Z',
}
const parcel = {
  id: '33333333-0000-4000-8000-000000000001',
  order_id: 'o1',
  status: 'in_transit',
  carrier: 'Royal Mail',
  tracking_number: 'RM 998 877',
  shipping_method: 'Standard',
  estimated_delivery: '2026-07-04',
  created_at: '2026-07-02T09:00:00Z',
  shipment_lines: [{ line: 0, quantity: 2 }],
  tracking_events: [sorted],
}
const items = parseItems([
  { name: 'Silk Robe', quantity: 2 },
  { name: 'Candle', quantity: 3 },
])
let fake: FakeSupabase
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase()
  fake.addStaff()
  fake.responses['GET /rest/v1/shipments'] = () => Response.json([parcel])
  fake.rpc.pieces_to_send = () => []
})

/** The parcels as the details of an order show them. */
const show = (mayEdit = true) =>
  openPart(<Shipments order={{ id: 'o1', number: 'AM20260105-0001', items }} mayEdit={mayEdit} />)
const body = (call: string) => JSON.parse(fake.sent(call).at(-1)?.body ?? 'null') as unknown
const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const respondWith = (call: string, rows: object[]) => {
  fake.responses[call] = () => Response.json(rows)
}

test('a parcel shows its carrier, number, day and tracking on London’s clocks, and where to follow it', async () => {
  show()
  const shown = within(await screen.findByRole('region', { name: 'Parcel' }))
  shown.getByText('In transit')
  expect(shown.getByText(/^Royal Mail, RM 998 877, expected 4 Jul 2026/)).toBeInTheDocument()
  expect(shown.getByRole('link', { name: 'Follow at Royal Mail' })).toHaveAttribute(
    'href',
    expect.stringMatching(/RM998877$/),
  )
  shown.getByText('3 Jul 2026, 08:30, Croydon, In transit')
  shown.getByText('2 × Silk Robe')
  expect(shown.getByRole('link', { name: 'Packing slip' })).toHaveAttribute(
    'href',
    `/admin/orders/print?paper=packing&orders=AM20260105-0001&shipment=${parcel.id}`,
  )
})

test('who may not change parcels sees them without buttons', async () => {
  show(false)
  const shown = within(await screen.findByRole('region', { name: 'Parcel' }))
  shown.getByText('Sorted for delivery')
  expect(shown.queryAllByRole('button')).toEqual([])
})

test('a parcel of another carrier needs its name, and is added with the pieces that are in it', async () => {
  respondWith('GET /rest/v1/shipments', [])
  fake.rpc.add_shipment = () => 'new'
  fake.rpc.pieces_to_send = () => [
    { order_id: 'o1', line: 0, to_send: 0 },
    { order_id: 'o1', line: 1, to_send: 3 },
  ]
  show()
  await screen.findByText('Nothing has been sent yet.')
  await press('Add shipment')
  const form = within(await screen.findByRole('dialog', { name: 'Add shipment' }))
  await userEvent.selectOptions(form.getByLabelText('Carrier'), 'Another carrier')
  await userEvent.click(form.getByRole('button', { name: 'Add shipment' }))
  await form.findByText('Enter the carrier.')
  fill(form.getByLabelText(/^Name of the carrier/), 'Pedal Post')
  fill(form.getByLabelText(/^Tracking number/), 'P-7')
  const pieces = form.getByLabelText(/^Candle/)
  expect(pieces).toHaveValue(3)
  fill(pieces, '4')
  await userEvent.click(form.getByRole('button', { name: 'Add shipment' }))
  await form.findByText('At most 3 left.')
  fill(pieces, '')
  await userEvent.click(form.getByRole('button', { name: 'Add shipment' }))
  await form.findByText('Choose what is in the parcel.')
  fill(pieces, '2')
  await userEvent.click(form.getByRole('button', { name: 'Add shipment' }))
  await screen.findByText('Shipment added successfully.')
  expect(body('POST /rest/v1/rpc/add_shipment')).toEqual({
    p_order: 'o1',
    p_lines: [{ line: 1, quantity: 2 }],
    p_carrier: 'Pedal Post',
    p_tracking_number: 'P-7',
    p_status: 'shipped',
  })
})

test('a parcel is edited with what it has', async () => {
  respondWith('PATCH /rest/v1/shipments', [{ id: parcel.id }])
  show()
  await press('Edit shipment')
  const form = within(await screen.findByRole('dialog', { name: 'Edit shipment' }))
  expect(form.getByLabelText('Carrier')).toHaveValue('Royal Mail')
  expect(form.getByLabelText(/^Estimated delivery/)).toHaveValue('2026-07-04')
  await userEvent.selectOptions(form.getByLabelText('Status'), 'Held up')
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Shipment updated successfully.')
  expect(body('PATCH /rest/v1/shipments')).toEqual({
    carrier: 'Royal Mail',
    tracking_number: 'RM 998 877',
    estimated_delivery: '2026-07-04',
    status: 'exception',
  })
})

test('tracking is entered in London’s time and needs words', async () => {
  respondWith('POST /rest/v1/tracking_events', [{ id: 8 }])
  show()
  await press('Add tracking')
  const form = within(await screen.findByRole('dialog', { name: 'Add tracking' }))
  await userEvent.click(form.getByRole('button', { name: 'Add tracking' }))
  await form.findByText('Say what happened.')
  fill(form.getByLabelText(/^What happened/), 'Left the depot')
  const at = form.getByLabelText(/^Day and time/)
  fill(at, '2026-07-04T09:00')
  await userEvent.click(form.getByRole('button', { name: 'Add tracking' }))
  await screen.findByText('Tracking added successfully.')
  expect(body('POST /rest/v1/tracking_events')).toEqual({
    shipment_id: parcel.id,
    status: 'in_transit',
    description: 'Left the depot',
    location: null,
    occurred_at: '2026-07-04T08:00:00.000Z',
  })
})

test('an entry is corrected from what it says', async () => {
  respondWith('PATCH /rest/v1/tracking_events', [{ id: 7 }])
  show()
  await press('Correct Sorted for delivery')
  const form = within(await screen.findByRole('dialog', { name: 'Correct tracking' }))
  expect(form.getByLabelText(/^Day and time/)).toHaveValue('2026-07-03T08:30')
  await userEvent.selectOptions(form.getByLabelText('Status'), 'Delivered')
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Tracking corrected successfully.')
  expect(body('PATCH /rest/v1/tracking_events')).toMatchObject({
    status: 'delivered',
    location: 'Croydon',
    occurred_at: '2026-07-03T07:30:00.000Z',
  })
})

test('what somebody else has removed meanwhile cannot be removed again, and says so', async () => {
  respondWith('DELETE /rest/v1/tracking_events', [])
  show()
  await press('Remove Sorted for delivery')
  await screen.findByText(
    'Remove the tracking entry "Sorted for delivery"? The buyer no longer sees it. The order keeps its status.',
  )
  await press('Remove')
  await screen.findByText('Somebody else has removed it. Please look again.')
  respondWith('DELETE /rest/v1/tracking_events', [{ id: 7 }])
  await press('Remove')
  await screen.findByText('Removed successfully.')
})

test('parcels that cannot be loaded are tried again', async () => {
  fake.responses['GET /rest/v1/shipments'] = () =>
    Response.json({ code: 'XX000', message: 'broken' }, { status: 400 })
  show()
  await screen.findByText('The shipments could not be loaded')
  respondWith('GET /rest/v1/shipments', [parcel])
  await press('Try again')
  await screen.findByText('Sorted for delivery')
})
