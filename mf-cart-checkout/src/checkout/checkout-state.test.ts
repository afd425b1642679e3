import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rejection } from '../rejection/rejection'
import {
  atDelivery,
  atPayment,
  checkoutReducer,
  isWaiting,
  type CheckoutEvent,
  type CheckoutState,
} from './checkout-state'

const shown = { totalPence: 4000, cardPence: 0 }
const begun = (duePence: number, code: string | null = null): CheckoutEvent => ({
  type: 'started',
  started: { sessionId: 'next', duePence, problems: { code, card: null } },
})
const rejected = (rejection: Rejection, seen = shown): CheckoutEvent => ({
  type: 'rejected',
  rejection,
  shown: seen,
})
const otherTotal = (totalPence: number, duePence: number | null = null): Rejection => ({
  kind: 'totals_changed',
  figures: { totalPence, duePence },
  reason: null,
})
const soldOut: Rejection = { kind: 'insufficient_stock', message: 'Only 1 items available.' }
const after = (state: CheckoutState, ...events: CheckoutEvent[]) => events.reduce(checkoutReducer, state)

const submitted: CheckoutEvent[] = [
  { type: 'submit' },
  { type: 'codes applied' },
  { type: 'form valid', expectedPence: 4000 },
]

test('a form is submitted, its codes applied, checked again and started', () => {
  expect(after(atDelivery, ...submitted)).toMatchObject({ name: 'starting', expectedPence: 4000 })
  expect(after(atDelivery, ...submitted, begun(4000))).toMatchObject({ name: 'started', sessionId: 'next' })
  expect(after(atDelivery, { type: 'submit' }, { type: 'codes rejected' }).name).toBe('editing')
  expect(
    after(atDelivery, { type: 'submit' }, { type: 'codes applied' }, { type: 'form invalid' }).name,
  ).toBe('editing')
})

test('a checkout started at another total must be accepted, then is used as it is', () => {
  const changed = after(atDelivery, ...submitted, begun(4200, 'This code has ended.'))
  expect(changed).toMatchObject({
    name: 'changed',
    change: { shown: 4000, fresh: 4200, reason: 'This code has ended.' },
  })
  expect(after(changed, { type: 'accept' })).toMatchObject({ name: 'started', sessionId: 'next' })
})

test('a rejected total is started again once accepted, and dropped by an edit', () => {
  const changed = after(atDelivery, ...submitted, rejected(otherTotal(5000)))
  expect(changed).toMatchObject({ name: 'changed', change: { shown: 4000, fresh: 5000 } })
  expect(after(changed, { type: 'accept' })).toMatchObject({ name: 'starting', expectedPence: 5000 })
  expect(after(changed, { type: 'edit' })).toMatchObject({ name: 'editing', change: null })
})

test.each([
  ['what a card leaves to pay', otherTotal(5000), { totalPence: 4000, cardPence: 1000 }, [3000, 4000, 4000]],
  [
    'what is due as the database says',
    otherTotal(4000, 2500),
    { totalPence: 4000, cardPence: 2000 },
    [2000, 2500, 2500],
  ],
  [
    'the whole total where a card pays for all of it',
    otherTotal(3500),
    { totalPence: 4000, cardPence: 4000 },
    [4000, 3500, 0],
  ],
])('another total on the payment page shows %s', (_, rejection, seen, [was, fresh, duePence]) => {
  expect(after(atPayment, { type: 'pay' }, rejected(rejection, seen)).change).toMatchObject({
    shown: was,
    fresh,
    duePence,
  })
})

test('a rejection with the total that was shown is not a changed total', () => {
  expect(after(atPayment, { type: 'pay' }, rejected(otherTotal(4000)))).toMatchObject({
    name: 'rejected',
    attempted: 'paying',
    change: null,
  })
})

test('a rejected payment can be retried; one whose session is gone cannot', () => {
  const again = after(atPayment, { type: 'pay' }, rejected(soldOut))
  expect(again).toMatchObject({ name: 'rejected', rejection: soldOut })
  expect(after(again, { type: 'pay' }, { type: 'paid' }).name).toBe('placed')
  const gone = rejected({ kind: 'session_not_found', message: 'x' })
  expect(after(atPayment, { type: 'pay' }, gone, { type: 'pay' }).name).toBe('gone')
})

test('a shopper who returns from the provider’s page can pay again', () => {
  expect(after(atPayment, { type: 'pay' }, { type: 'redirected' }, { type: 'returned' }).name).toBe(
    'reviewing',
  )
})

test('only an accepted total is paid, and a failure while accepting shows it again', () => {
  const changed = after(atPayment, { type: 'pay' }, rejected(otherTotal(5000)))
  expect(checkoutReducer(changed, { type: 'pay' })).toBe(changed)
  const failed = after(changed, { type: 'accept' }, rejected(soldOut))
  expect(failed).toMatchObject({ name: 'rejected', attempted: 'restarting', change: { fresh: 5000 } })
  expect(after(failed, { type: 'accept' }).name).toBe('restarting')
})

const rejections = fc.oneof(
  fc.constant<Rejection>({ kind: 'failed' }),
  fc.constant<Rejection>(soldOut),
  fc.constant<Rejection>({ kind: 'session_not_found', message: 'x' }),
  fc.integer({ min: 0, max: 9000 }).map((total) => otherTotal(total)),
)
const shoppers = fc.constantFrom<CheckoutEvent>(
  { type: 'edit' },
  { type: 'submit' },
  { type: 'accept' },
  { type: 'pay' },
)
const responses = fc.oneof(
  fc.constantFrom<CheckoutEvent>(
    { type: 'codes applied' },
    { type: 'codes rejected' },
    { type: 'form valid', expectedPence: 4000 },
    { type: 'form invalid' },
    { type: 'paid' },
    { type: 'redirected' },
    { type: 'returned' },
    begun(4000),
    begun(4200),
  ),
  rejections.map((rejection) => rejected(rejection)),
)
const run = fc.record({
  first: fc.constantFrom(atDelivery, atPayment),
  events: fc.array(fc.oneof(shoppers, responses), { maxLength: 40 }),
})

/** Checks every step of any sequence of events. */
function everyStep(check: (before: CheckoutState, event: CheckoutEvent, now: CheckoutState) => void) {
  fc.assert(
    fc.property(run, ({ first, events }) => {
      events.reduce((before, event) => {
        const now = checkoutReducer(before, event)
        check(before, event, now)
        return now
      }, first)
    }),
  )
}
const entered = (before: CheckoutState, now: CheckoutState, name: CheckoutState['name']) =>
  now.name === name && now.entered !== before.entered

test('whatever happens, nothing is charged twice', () => {
  everyStep((before, event, now) => {
    // A payment begins with a press, never while another is out, and never after the order is made.
    if (entered(before, now, 'paying')) {
      expect(event.type).toBe('pay')
      expect(isWaiting(before)).toBe(true)
    }
    if (before.name === 'placed') expect(now).toBe(before)
    if (before.name === 'paying' && !['paid', 'redirected', 'rejected'].includes(event.type))
      expect(now).toBe(before)
  })
})

test('whatever happens, every pending state handles both success and failure', () => {
  const waysOut: Partial<Record<CheckoutState['name'], CheckoutEvent[]>> = {
    applying: [{ type: 'codes applied' }, { type: 'codes rejected' }],
    validating: [{ type: 'form valid', expectedPence: 1 }, { type: 'form invalid' }],
    starting: [begun(4000), rejected({ kind: 'failed' })],
    restarting: [begun(4000), rejected({ kind: 'failed' })],
    paying: [{ type: 'paid' }, { type: 'redirected' }, rejected({ kind: 'failed' })],
    redirecting: [{ type: 'returned' }],
  }
  everyStep((_, __, now) => {
    for (const event of waysOut[now.name] ?? []) expect(checkoutReducer(now, event).name).not.toBe(now.name)
    const canAct = [{ type: 'submit' }, { type: 'pay' }, { type: 'accept' }] as const
    if (isWaiting(now))
      expect(canAct.some((event) => checkoutReducer(now, event).entered > now.entered)).toBe(true)
  })
})

test('whatever happens, a rejection is shown until the shopper acts', () => {
  everyStep((before, event, now) => {
    const asked = before.name === 'paying' || before.name === 'starting' || before.name === 'restarting'
    if (event.type === 'rejected' && asked) {
      expect(now.entered).toBe(before.entered + 1)
      if (now.name === 'rejected') expect(now.rejection).toBe(event.rejection)
      else if (now.name === 'changed') expect(event.rejection.kind).toBe('totals_changed')
      else expect([now.name, event.rejection.kind]).toEqual(['gone', 'session_not_found'])
    }
    const acts = ['edit', 'submit', 'accept', 'pay'].includes(event.type)
    if ((before.name === 'rejected' || before.name === 'changed') && !acts) expect(now).toBe(before)
  })
})
