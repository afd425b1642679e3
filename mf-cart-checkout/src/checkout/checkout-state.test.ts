import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Refusal } from '../refusal/refusal'
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
const refused = (refusal: Refusal, seen = shown): CheckoutEvent => ({ type: 'refused', refusal, shown: seen })
const otherTotal = (totalPence: number, duePence: number | null = null): Refusal => ({
  kind: 'totals_changed',
  figures: { totalPence, duePence },
  reason: null,
})
const soldOut: Refusal = { kind: 'insufficient_stock', message: 'Only 1 items available.' }
const after = (state: CheckoutState, ...events: CheckoutEvent[]) => events.reduce(checkoutReducer, state)

const submitted: CheckoutEvent[] = [
  { type: 'submit' },
  { type: 'codes applied' },
  { type: 'form valid', expectedPence: 4000 },
]

test('a form is submitted, its codes applied, checked again and started', () => {
  expect(after(atDelivery, ...submitted)).toMatchObject({ name: 'starting', expectedPence: 4000 })
  expect(after(atDelivery, ...submitted, begun(4000))).toMatchObject({ name: 'started', sessionId: 'next' })
  expect(after(atDelivery, { type: 'submit' }, { type: 'codes refused' }).name).toBe('editing')
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

test('a refused total is started again once accepted, and dropped by an edit', () => {
  const changed = after(atDelivery, ...submitted, refused(otherTotal(5000)))
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
])('another total on the payment page shows %s', (_, refusal, seen, [was, fresh, duePence]) => {
  expect(after(atPayment, { type: 'pay' }, refused(refusal, seen)).change).toMatchObject({
    shown: was,
    fresh,
    duePence,
  })
})

test('a refusal with the total that was shown is not a changed total', () => {
  expect(after(atPayment, { type: 'pay' }, refused(otherTotal(4000)))).toMatchObject({
    name: 'refused',
    attempted: 'paying',
    change: null,
  })
})

test('a refused payment can be retried; one whose session is gone cannot', () => {
  const again = after(atPayment, { type: 'pay' }, refused(soldOut))
  expect(again).toMatchObject({ name: 'refused', refusal: soldOut })
  expect(after(again, { type: 'pay' }, { type: 'paid' }).name).toBe('placed')
  const gone = refused({ kind: 'session_not_found', message: 'x' })
  expect(after(atPayment, { type: 'pay' }, gone, { type: 'pay' }).name).toBe('gone')
})

test('a shopper who returns from the provider’s page can pay again', () => {
  expect(after(atPayment, { type: 'pay' }, { type: 'redirected' }, { type: 'returned' }).name).toBe(
    'reviewing',
  )
})

test('only an accepted total is paid, and a failure while accepting shows it again', () => {
  const changed = after(atPayment, { type: 'pay' }, refused(otherTotal(5000)))
  expect(checkoutReducer(changed, { type: 'pay' })).toBe(changed)
  const failed = after(changed, { type: 'accept' }, refused(soldOut))
  expect(failed).toMatchObject({ name: 'refused', attempted: 'restarting', change: { fresh: 5000 } })
  expect(after(failed, { type: 'accept' }).name).toBe('restarting')
})

const refusals = fc.oneof(
  fc.constant<Refusal>({ kind: 'failed' }),
  fc.constant<Refusal>(soldOut),
  fc.constant<Refusal>({ kind: 'session_not_found', message: 'x' }),
  fc.integer({ min: 0, max: 9000 }).map((total) => otherTotal(total)),
)
const shoppers = fc.constantFrom<CheckoutEvent>(
  { type: 'edit' },
  { type: 'submit' },
  { type: 'accept' },
  { type: 'pay' },
)
const answers = fc.oneof(
  fc.constantFrom<CheckoutEvent>(
    { type: 'codes applied' },
    { type: 'codes refused' },
    { type: 'form valid', expectedPence: 4000 },
    { type: 'form invalid' },
    { type: 'paid' },
    { type: 'redirected' },
    { type: 'returned' },
    begun(4000),
    begun(4200),
  ),
  refusals.map((refusal) => refused(refusal)),
)
const run = fc.record({
  first: fc.constantFrom(atDelivery, atPayment),
  events: fc.array(fc.oneof(shoppers, answers), { maxLength: 40 }),
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
    if (before.name === 'paying' && !['paid', 'redirected', 'refused'].includes(event.type))
      expect(now).toBe(before)
  })
})

test('whatever happens, every pending state handles both success and failure', () => {
  const waysOut: Partial<Record<CheckoutState['name'], CheckoutEvent[]>> = {
    applying: [{ type: 'codes applied' }, { type: 'codes refused' }],
    validating: [{ type: 'form valid', expectedPence: 1 }, { type: 'form invalid' }],
    starting: [begun(4000), refused({ kind: 'failed' })],
    restarting: [begun(4000), refused({ kind: 'failed' })],
    paying: [{ type: 'paid' }, { type: 'redirected' }, refused({ kind: 'failed' })],
    redirecting: [{ type: 'returned' }],
  }
  everyStep((_, __, now) => {
    for (const event of waysOut[now.name] ?? []) expect(checkoutReducer(now, event).name).not.toBe(now.name)
    const canAct = [{ type: 'submit' }, { type: 'pay' }, { type: 'accept' }] as const
    if (isWaiting(now))
      expect(canAct.some((event) => checkoutReducer(now, event).entered > now.entered)).toBe(true)
  })
})

test('whatever happens, a refusal is shown until the shopper acts', () => {
  everyStep((before, event, now) => {
    const asked = before.name === 'paying' || before.name === 'starting' || before.name === 'restarting'
    if (event.type === 'refused' && asked) {
      expect(now.entered).toBe(before.entered + 1)
      if (now.name === 'refused') expect(now.refusal).toBe(event.refusal)
      else if (now.name === 'changed') expect(event.refusal.kind).toBe('totals_changed')
      else expect([now.name, event.refusal.kind]).toEqual(['gone', 'session_not_found'])
    }
    const acts = ['edit', 'submit', 'accept', 'pay'].includes(event.type)
    if ((before.name === 'refused' || before.name === 'changed') && !acts) expect(now).toBe(before)
  })
})
