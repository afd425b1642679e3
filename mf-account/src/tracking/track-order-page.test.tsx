// @vitest-environment happy-dom
import { storeSession, hurryTimers } from '@shop/testing'
import { testSettings } from '@shop/settings/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'
import { call, contactField, lookUp, numberField, reply, track, trackingBackend } from './testing'

const demo = { ...testSettings, tracking: { mode: 'demo' as const } }

let fake: ReturnType<typeof trackingBackend>

beforeEach(() => {
  fake = trackingBackend()
})

test('without a number there is nothing to track', async () => {
  open('/track-order')
  await screen.findByRole('heading', { level: 1, name: 'Track Your Order' })
  expect(track()).toBeDisabled()
  await userEvent.type(await numberField(), '   ')
  expect(track()).toBeDisabled()
  await userEvent.type(await numberField(), 'AM1')
  expect(track()).toBeEnabled()
})

test('a guest sees the details of the parcel', async () => {
  fake.respond(reply)
  open('/track-order')
  await lookUp(' ba11aa ')
  await screen.findByRole('heading', { level: 2, name: 'Order AM20250105-0001' })
  for (const fact of ['In transit', 'RM123456789GB', 'Royal Mail', 'Express', '8 January 2025'])
    screen.getByText(fact)
  const [last, first] = screen.getAllByRole('listitem')
  within(last ?? document.body).getByText('On its way')
  expect(last).toHaveTextContent('6 July 2025 at 10:30, Bath')
  expect(first).toHaveTextContent(/5 January 2025 at 18:05$/)
  expect(fake.sent(call).map(({ body }) => JSON.parse(body))).toEqual([
    { p_order_number: 'AM20250105-0001', p_contact: 'ba11aa' },
  ])
})

test('the number from the URL is filled in, and Enter tracks it', async () => {
  fake.respond(reply)
  open({ pathname: '/track-order', search: '?order=AM20250105-0001' })
  expect(await numberField()).toHaveValue('AM20250105-0001')
  await userEvent.type(contactField(), 'ada@aurelle.test{Enter}')
  await screen.findByText('RM123456789GB')
})

test('a guest must enter email or postcode before the lookup', async () => {
  open('/track-order')
  await numberField()
  await waitFor(() => expect(contactField()).toBeRequired())
  await lookUp('')
  await screen.findByText('Enter the email or postcode you ordered with')
  expect(fake.sent(call)).toEqual([])
})

test('a signed-in customer needs only the number', async () => {
  storeSession()
  fake.respond(reply)
  open('/track-order')
  await screen.findByText('(optional)')
  await lookUp('')
  await screen.findByText('RM123456789GB')
  expect(fake.sent(call).map(({ body }) => JSON.parse(body))).toEqual([{ p_order_number: 'AM20250105-0001' }])
})

test('while loading Track is busy, and submitting twice sends one request', async () => {
  let finish = (_: Response) => undefined as void
  fake.responses[call] = () =>
    new Promise((resolve) => {
      finish = resolve
    })
  open('/track-order')
  await lookUp()
  await screen.findByText('Looking for your order')
  const button = screen.getByRole('button', { name: 'Tracking...' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(button)
  await userEvent.type(await numberField(), '{Enter}')
  finish(Response.json(reply))
  await screen.findByText('RM123456789GB')
  expect(fake.sent(call)).toHaveLength(1)
})

test('the previous result disappears when the next lookup is invalid', async () => {
  fake.respond(reply)
  open('/track-order')
  await lookUp()
  await screen.findByRole('heading', { level: 2, name: 'Order AM20250105-0001' })
  await userEvent.clear(contactField())
  await userEvent.click(track())
  await screen.findByText('Enter the email or postcode you ordered with')
  expect(screen.queryByRole('heading', { level: 2, name: 'Order AM20250105-0001' })).not.toBeInTheDocument()
})

test('a parcel that was found is followed', async () => {
  hurryTimers()
  try {
    fake.respond(reply)
    open('/track-order')
    await lookUp()
    await screen.findByText('In transit')
    fake.respond({ ...reply, status: 'delivered' })
    await vi.advanceTimersByTimeAsync(31_000)
    await screen.findByText('Delivered')
    expect(fake.sent(call)).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('the demo shows its labelled sample for any number with AM, without a request', async () => {
  open('/track-order', demo)
  await userEvent.type(await numberField(), 'sample{Enter}')
  expect(screen.queryByLabelText(/postcode/)).not.toBeInTheDocument()
  await screen.findByText('Sample, not a real parcel')
  screen.getByRole('heading', { level: 2, name: 'Order SAMPLE' })
  expect(fake.sent(call)).toEqual([])
})

test('the demo finds no other number', async () => {
  open('/track-order', demo)
  await userEvent.type(await numberField(), '20250105-0001{Enter}')
  await screen.findByText('Order not found. Please check your order number and try again.')
})
