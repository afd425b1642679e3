// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'
import { call, lookUp, reply, track, trackingBackend } from './testing'

let fake: ReturnType<typeof trackingBackend>

beforeEach(() => {
  fake = trackingBackend()
})

test('every status has its own word, badge and progress; an unknown one is shown as it is', async () => {
  const looks = new Set<string>()
  fake.respond({ ...reply, status: 'other' })
  open('/track-order')
  await lookUp()
  await screen.findByText('Other')
  for (const [status, word, percent] of [
    ['processing', 'Processing', '25'],
    ['shipped', 'Shipped', '50'],
    ['in_transit', 'In transit', '75'],
    ['out_for_delivery', 'Out for delivery', '90'],
    ['delivered', 'Delivered', '100'],
    ['exception', 'Exception', '75'],
    ['lost_at_sea', 'Lost at sea', '0'],
    ['constructor', 'Constructor', '0'],
  ] as const) {
    fake.respond({ ...reply, status })
    await userEvent.click(track())
    looks.add((await screen.findByText(word)).className)
    expect(screen.getByRole('progressbar', { name: 'Delivery progress' })).toHaveAttribute(
      'aria-valuenow',
      percent,
    )
  }
  // All unknown ones share theirs.
  expect(looks.size).toBe(7)
})

test('parcels by a postcode alone show how many items are in them', async () => {
  const parcel = { ...reply, pieces: 2, items: [] }
  fake.respond({ ...reply, to_follow: 1, shipments: [parcel] })
  open('/track-order')
  await lookUp()
  await screen.findByText('2 items')
  screen.getByText('The rest of your order will follow. We’ll email you when it is sent.')
})

const unsent = {
  ...reply,
  status: 'processing',
  tracking_number: null,
  carrier: null,
  estimated_delivery: null,
  arrives_from: '2026-11-30',
  arrives_to: '2026-12-02',
  events: [
    {
      id: 'placed',
      status: 'placed',
      description: 'Order placed',
      location: null,
      timestamp: '2026-11-23T09:00:00+00:00',
    },
  ],
}

test('an order that is not sent yet says what happens next; for a gift card that nothing comes by post', async () => {
  fake.respond(unsent)
  open('/track-order')
  await lookUp()
  await screen.findByText(/We are preparing your parcel/)
  screen.getByText('Order placed')
  screen.getByText('30 November 2026 to 2 December 2026')
  expect(screen.queryByText('Carrier')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Copy number' })).not.toBeInTheDocument()
  fake.respond({ ...unsent, shipping_method: 'By e-mail' })
  await userEvent.click(track())
  await screen.findByText(/Sent by email as soon as it was paid for. Nothing comes by post/)
  expect(screen.queryByText('Order placed')).not.toBeInTheDocument()
})

test.each(['delivered', 'cancelled'])(
  'an order that is %s shows no expected day of arrival',
  async (status) => {
    fake.respond({ ...unsent, status })
    open('/track-order')
    await lookUp()
    await screen.findByText('Order placed')
    expect(screen.queryByText('Estimated delivery')).not.toBeInTheDocument()
  },
)

test('invalid dates are shown as stored', async () => {
  fake.respond({
    ...reply,
    estimated_delivery: 'infinity',
    events: [{ ...reply.events[0], timestamp: '-infinity' }],
  })
  open('/track-order')
  await lookUp()
  await screen.findByText('infinity')
  screen.getByText('-infinity')
})

test('an order that is not found says what to check', async () => {
  fake.respond(null)
  open('/track-order')
  await lookUp('SW1A 1AA')
  const alert = within(await screen.findByRole('alert'))
  alert.getByText('Order not found. Please check your order number and try again.')
  alert.getByText(/Use the email or postcode you ordered with/)
  expect(alert.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
})

test.each([
  ['601', '11 minutes'],
  ['60', 'a minute'],
  ['1', 'a minute'],
  ['soon', 'a few minutes'],
])('too many tries: with %s seconds left it says %s', async (details, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.respond(
    {
      code: 'PT429',
      message: 'Too many attempts. Please wait a moment and try again.',
      hint: 'rate_limited',
      details,
    },
    429,
  )
  open('/track-order')
  await lookUp()
  await screen.findByText('Too many attempts')
  screen.getByText(new RegExp(`Please wait ${text},`))
  expect(fake.sent(call)).toHaveLength(1)
})

test.each([
  ['a refusal', () => fake.respond({ code: 'XX000', message: 'no' }, 500)],
  ['a reply of another shape', () => fake.respond({ order_number: 7 })],
])('after %s it says so, and trying again shows the parcel', async (_, fail) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fail()
  open('/track-order')
  await lookUp()
  await screen.findByText('Failed to fetch tracking information. Please try again later.')
  fake.respond(reply)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('RM123456789GB')
})

test('the tracking number is copied', async () => {
  const writeText = vi.fn(async (_: string) => undefined)
  fake.respond(reply)
  open('/track-order')
  await lookUp()
  await screen.findByText('RM123456789GB')
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await userEvent.click(screen.getByRole('button', { name: 'Copy number' }))
  await screen.findByText('The tracking number has been copied.')
  expect(writeText.mock.calls).toEqual([['RM123456789GB']])
})

test.each([
  ['refuses', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } }],
  ['has no clipboard', {}],
])('a browser that %s says so', async (_, browser) => {
  fake.respond(reply)
  open('/track-order')
  await lookUp()
  await screen.findByText('RM123456789GB')
  vi.stubGlobal('navigator', browser)
  await userEvent.click(screen.getByRole('button', { name: 'Copy number' }))
  await screen.findByText('Not copied')
})
