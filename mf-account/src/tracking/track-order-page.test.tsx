// @vitest-environment happy-dom
import { defaultSettings } from '@shop/settings'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import routes from '../routes'
import { fakeBackend, keepSession, open } from '../testing'

const call = 'POST /rest/v1/rpc/track_order'
const reply = {
  order_number: 'AM20250105-0001',
  status: 'in_transit',
  tracking_number: 'RM123456789GB',
  carrier: 'Royal Mail',
  shipping_method: 'Express',
  estimated_delivery: '2025-01-08',
  events: [
    {
      id: 2,
      status: 'in_transit',
      description: 'On its way',
      location: 'Bath',
      timestamp: '2025-07-06T09:30:00+00:00',
    },
    {
      id: 1,
      status: 'shipped',
      description: 'Handed to the carrier',
      location: null,
      timestamp: '2025-01-05T18:05:00+00:00',
    },
  ],
}
const demo = { ...defaultSettings, tracking: { mode: 'demo' as const } }

let fake: ReturnType<typeof fakeBackend>

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined) // the client counts its instances, one a test
  fake = fakeBackend()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const answer = (body: unknown, status = 200) => {
  fake.answers[call] = () => Response.json(body, { status })
}
const numberField = () => screen.findByLabelText<HTMLInputElement>('Order number')
const contactField = () => screen.getByLabelText<HTMLInputElement>(/^Email or postcode/)
const track = () => screen.getByRole('button', { name: 'Track' })

async function lookUp(contact = 'BA1 1AA') {
  await userEvent.type(await numberField(), 'AM20250105-0001')
  if (contact) await userEvent.type(contactField(), contact)
  await userEvent.click(track())
}

test('without a number there is nothing to track', async () => {
  open(routes, '/track-order')
  await screen.findByRole('heading', { level: 1, name: 'Track Your Order' })
  expect(track()).toHaveProperty('disabled', true)
  await userEvent.type(await numberField(), '   ')
  expect(track()).toHaveProperty('disabled', true)
  await userEvent.type(await numberField(), 'AM1')
  expect(track()).toHaveProperty('disabled', false)
})

test('a guest sees all that is known of the parcel', async () => {
  answer(reply)
  open(routes, '/track-order')
  await lookUp(' ba11aa ')
  await screen.findByRole('heading', { level: 2, name: 'Order AM20250105-0001' })
  for (const fact of ['In transit', 'RM123456789GB', 'Royal Mail', 'Express', '8 January 2025'])
    screen.getByText(fact)
  const [last, first] = screen.getAllByRole('listitem')
  within(last ?? document.body).getByText('On its way')
  expect(last?.textContent).toContain('6 July 2025 at 10:30, Bath')
  expect(first?.textContent).toMatch(/5 January 2025 at 18:05$/)
  expect(fake.sent(call).map(({ body }) => JSON.parse(body))).toEqual([
    { p_order_number: 'AM20250105-0001', p_contact: 'ba11aa' },
  ])
})

test('the number of a letter is filled in, and Enter tracks it', async () => {
  answer(reply)
  open(routes, { pathname: '/track-order', search: '?order=AM20250105-0001' })
  expect((await numberField()).value).toBe('AM20250105-0001')
  await userEvent.type(contactField(), 'ada@aurelle.test{Enter}')
  await screen.findByText('RM123456789GB')
})

test('a guest is asked for e-mail or postcode before anything is looked for', async () => {
  open(routes, '/track-order')
  await numberField()
  await waitFor(() => expect(contactField().required).toBe(true))
  await lookUp('')
  await screen.findByText('Enter the e-mail or the postcode of the order')
  expect(fake.sent(call)).toEqual([])
})

test('who is signed in needs the number alone', async () => {
  keepSession()
  answer(reply)
  open(routes, '/track-order')
  await screen.findByText('(optional)')
  await lookUp('')
  await screen.findByText('RM123456789GB')
  expect(fake.sent(call).map(({ body }) => JSON.parse(body))).toEqual([{ p_order_number: 'AM20250105-0001' }])
})

test('while it looks Track is busy, and asking twice asks once', async () => {
  let finish = (_: Response) => undefined as void
  fake.answers[call] = () =>
    new Promise((resolve) => {
      finish = resolve
    })
  open(routes, '/track-order')
  await lookUp()
  await screen.findByText('Looking for your order')
  const button = screen.getByRole('button', { name: 'Tracking...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  await userEvent.type(await numberField(), '{Enter}')
  finish(Response.json(reply))
  await screen.findByText('RM123456789GB')
  expect(fake.sent(call)).toHaveLength(1)
})

test.each([
  ['processing', 'Processing', '25'],
  ['shipped', 'Shipped', '50'],
  ['in_transit', 'In transit', '75'],
  ['out_for_delivery', 'Out for delivery', '90'],
  ['delivered', 'Delivered', '100'],
  ['exception', 'Exception', '75'],
  ['lost_at_sea', 'Lost at sea', '0'],
  ['constructor', 'Constructor', '0'],
])('%s is "%s" at %s per cent', async (status, word, percent) => {
  answer({ ...reply, status })
  open(routes, '/track-order')
  await lookUp()
  await screen.findByText(word)
  expect(screen.getByRole('progressbar', { name: 'Delivery progress' }).getAttribute('aria-valuenow')).toBe(
    percent,
  )
})

test('every status has a badge of its own', async () => {
  const looks = new Set<string>()
  for (const [status, word] of [
    ['processing', 'Processing'],
    ['shipped', 'Shipped'],
    ['in_transit', 'In transit'],
    ['out_for_delivery', 'Out for delivery'],
    ['delivered', 'Delivered'],
    ['exception', 'Exception'],
    ['other', 'Other'],
  ]) {
    answer({ ...reply, status })
    open(routes, '/track-order')
    await lookUp()
    looks.add((await screen.findByText(word ?? '')).className)
    cleanup()
  }
  expect(looks.size).toBe(7)
})

const unsent = {
  ...reply,
  status: 'processing',
  tracking_number: null,
  carrier: null,
  estimated_delivery: null,
  events: [],
}

test('an order that is not sent yet says what will come, and of a gift card that nothing comes by post', async () => {
  answer(unsent)
  open(routes, '/track-order')
  await lookUp()
  await screen.findByText(/We are preparing your parcel/)
  screen.getByText('No events yet.')
  expect(screen.queryByText('Carrier')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy number' })).toBeNull()
  answer({ ...unsent, shipping_method: 'By e-mail' })
  await userEvent.click(track())
  await screen.findByText(/Sent by e-mail as soon as it was paid. Nothing comes by post/)
  expect(screen.queryByText('No events yet.')).toBeNull()
})

test('what was found leaves when something is asked for that cannot be', async () => {
  answer(reply)
  open(routes, '/track-order')
  await lookUp()
  await screen.findByRole('heading', { level: 2, name: 'Order AM20250105-0001' })
  await userEvent.clear(contactField())
  await userEvent.click(track())
  await screen.findByText('Enter the e-mail or the postcode of the order')
  expect(screen.queryByRole('heading', { level: 2, name: 'Order AM20250105-0001' })).toBeNull()
})

test('dates that are none are shown as they are stored', async () => {
  answer({
    ...reply,
    estimated_delivery: 'infinity',
    events: [{ ...reply.events[0], timestamp: '-infinity' }],
  })
  open(routes, '/track-order')
  await lookUp()
  await screen.findByText('infinity')
  screen.getByText('-infinity')
})

test('an order that is not found says what to check', async () => {
  answer(null)
  open(routes, '/track-order')
  await lookUp('SW1A 1AA')
  const alert = within(await screen.findByRole('alert'))
  alert.getByText('Order not found. Please check your order number and try again.')
  alert.getByText(/e-mail or postcode must be the one given with the order/)
  expect(alert.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact')
})

test.each([
  ['601', '11 minutes'],
  ['60', 'a minute'],
  ['1', 'a minute'],
  ['soon', 'a few minutes'],
])('too many tries: with %s seconds left it says %s', async (details, words) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer(
    {
      code: 'PT429',
      message: 'Too many attempts. Please wait a moment and try again.',
      hint: 'rate_limited',
      details,
    },
    429,
  )
  open(routes, '/track-order')
  await lookUp()
  await screen.findByText('Too many attempts')
  screen.getByText(new RegExp(`Please wait ${words},`))
  expect(fake.sent(call)).toHaveLength(1)
})

test.each([
  ['a refusal', () => answer({ code: 'XX000', message: 'no' }, 500)],
  ['a reply of another shape', () => answer({ order_number: 7 })],
])('after %s it says so, and trying again shows the parcel', async (_, fail) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fail()
  open(routes, '/track-order')
  await lookUp()
  await screen.findByText('Failed to fetch tracking information. Please try again later.')
  answer(reply)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('RM123456789GB')
})

test('the tracking number is copied', async () => {
  const writeText = vi.fn(async (_: string) => undefined)
  answer(reply)
  open(routes, '/track-order')
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
  answer(reply)
  open(routes, '/track-order')
  await lookUp()
  await screen.findByText('RM123456789GB')
  vi.stubGlobal('navigator', browser)
  await userEvent.click(screen.getByRole('button', { name: 'Copy number' }))
  await screen.findByText('Not copied')
})

test('the demo shows its sample to any number with AM, labelled, and asks nobody', async () => {
  open(routes, '/track-order', demo)
  await userEvent.type(await numberField(), 'sample{Enter}')
  expect(screen.queryByLabelText(/postcode/)).toBeNull()
  await screen.findByText('Sample, not a real parcel')
  screen.getByRole('heading', { level: 2, name: 'Order SAMPLE' })
  expect(fake.sent(call)).toEqual([])
})

test('the demo finds no other number', async () => {
  open(routes, '/track-order', demo)
  await userEvent.type(await numberField(), '20250105-0001{Enter}')
  await screen.findByText('Order not found. Please check your order number and try again.')
})
