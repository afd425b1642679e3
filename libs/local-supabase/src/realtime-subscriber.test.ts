import { expect, test } from 'vitest'
import { ChangeMessages } from './realtime-channel'
import { ConnectionCounter, realtimeLimits, Semaphore } from './realtime-limits'
import type { Message } from './realtime-messages'
import { Subscriber } from './realtime-subscriber'
import type { Listener } from './realtime-tables'

const anon: Listener = { role: 'anon', claims: { role: 'anon' } }
const facts = Promise.resolve({ key: ['id'], columns: [{ name: 'id', type: 'int4' }] })

/** A subscriber and the messages sent to its socket. */
function subscribe(options: { keyHolder?: Listener; unsent?: number; now?: () => number } = {}) {
  const sent: Message[] = []
  const closed: [number, string][] = []
  const line = {
    send: (message: Message) => {
      sent.push(message)
    },
    unsent: () => options.unsent ?? 0,
    close: (...why: [number, string]) => {
      closed.push(why)
    },
  }
  const subscriber = new Subscriber({
    line,
    keyHolder: options.keyHolder ?? anon,
    identify: (token) => (token === 'newer' ? { role: 'authenticated', claims: {} } : undefined),
    log: () => undefined,
    now: options.now,
  })
  const join = (topic: string, subscriptions: number = 1, token?: string) => {
    const postgres_changes = Array.from({ length: subscriptions }, () => ({ event: '*', table: 'products' }))
    subscriber.answer({
      joinRef: '1',
      ref: '1',
      topic,
      event: 'phx_join',
      payload: { config: { postgres_changes }, access_token: token },
    })
    return sent.findLast(({ event }) => event === 'phx_reply')?.payload
  }
  const changes = () => sent.filter(({ event }) => event === 'postgres_changes')
  return { subscriber, sent, closed, join, changes }
}

/** The messages of an insert, and how often its row was read. */
function insert(read: () => Promise<Record<string, unknown> | undefined> = async () => ({ id: 1 })): {
  changeMessages: ChangeMessages
  reads: () => number
} {
  let reads = 0
  const changeMessages = new ChangeMessages(
    { type: 'INSERT', schema: 'public', table: 'products', row: { id: 1 } },
    facts,
    () => {
      reads += 1
      return read()
    },
  )
  return { changeMessages, reads: () => reads }
}

test('a row is read once for all who have the same rights, however many topics they joined', async () => {
  const some = Array.from({ length: 5 }, () => subscribe())
  for (const { join } of some)
    for (let index = 0; index < realtimeLimits.topics; index += 1) join(`realtime:${String(index)}`)
  const other = subscribe({ keyHolder: { role: 'authenticated', claims: { sub: 'me' } } })
  other.join('realtime:x')
  const { changeMessages, reads } = insert()
  for (const { subscriber } of [...some, other]) subscriber.enqueue(changeMessages)
  await expect
    .poll(() => [...some, other].map(({ changes }) => changes().length))
    .toEqual([20, 20, 20, 20, 20, 1])
  expect(reads()).toBe(2)
})

test('a subscriber whose rows never load delays nobody else', async () => {
  const [slow, quick] = [
    subscribe({ keyHolder: { role: 'authenticated', claims: { sub: 'slow' } } }),
    subscribe(),
  ]
  slow.join('realtime:x')
  quick.join('realtime:x')
  slow.subscriber.enqueue(insert(() => new Promise(() => undefined)).changeMessages)
  for (let index = 0; index < 3; index += 1) {
    const { changeMessages } = insert()
    slow.subscriber.enqueue(changeMessages)
    quick.subscriber.enqueue(changeMessages)
  }
  await expect.poll(() => quick.changes().length).toBe(3)
  expect(slow.changes()).toEqual([])
})

test('one that falls too far behind, or does not take what is sent, is closed', async () => {
  const behind = subscribe()
  behind.join('realtime:x')
  const never = insert(() => new Promise(() => undefined)).changeMessages
  for (let index = 0; index <= realtimeLimits.waiting + 1; index += 1) behind.subscriber.enqueue(never)
  expect(behind.closed).toEqual([[1013, 'Too slow']])
  const full = subscribe({ unsent: realtimeLimits.unsentBytes + 1 })
  full.join('realtime:x')
  full.subscriber.enqueue(insert().changeMessages)
  await expect.poll(() => full.closed).toEqual([[1013, 'Too slow']])
})

test('topics, subscriptions and messages have limits', () => {
  const { join, subscriber, closed } = subscribe()
  for (let index = 0; index < realtimeLimits.topics; index += 1)
    expect(join(`realtime:${String(index)}`)).toMatchObject({ status: 'ok' })
  expect(join('realtime:one more')).toMatchObject({
    status: 'error',
    response: { reason: 'Too many topics' },
  })
  expect(join('realtime:0')).toMatchObject({ status: 'ok' })
  subscriber.answer({ joinRef: '1', ref: '2', topic: 'realtime:0', event: 'phx_leave', payload: {} })
  expect(join('realtime:one more', realtimeLimits.subscriptions)).toMatchObject({ status: 'ok' })
  expect(join('realtime:one more', realtimeLimits.subscriptions + 1)).toMatchObject({
    status: 'error',
    response: { reason: 'Malformed join' },
  })
  for (let index = 0; index < realtimeLimits.messages; index += 1)
    subscriber.answer({ joinRef: null, ref: '3', topic: 'phoenix', event: 'heartbeat', payload: {} })
  expect(closed).toEqual([[1008, 'Too many messages']])
})

test('a token that has expired stops listening; a newer one goes on', async () => {
  let now = 1_000_000
  const expiring: Listener = { role: 'authenticated', claims: { sub: 'me', exp: 1100 } }
  const [expired, renewed] = [
    subscribe({ keyHolder: expiring, now: () => now }),
    subscribe({ keyHolder: expiring, now: () => now }),
  ]
  for (const { join, subscriber } of [expired, renewed]) {
    join('realtime:x')
    subscriber.enqueue(insert().changeMessages)
  }
  await expect.poll(() => expired.changes().length + renewed.changes().length).toBe(2)
  renewed.subscriber.answer({
    joinRef: '1',
    ref: null,
    topic: 'realtime:x',
    event: 'access_token',
    payload: { access_token: 'newer' },
  })
  now = 1_100_000
  for (const { subscriber } of [expired, renewed]) subscriber.enqueue(insert().changeMessages)
  await expect.poll(() => renewed.changes().length).toBe(2)
  expect(expired.changes()).toHaveLength(1)
  expect(expired.sent.slice(-2)).toMatchObject([
    { event: 'system', payload: { status: 'error', message: 'Access token has expired' } },
    { event: 'phx_close' },
  ])
})

test('turns are taken in order, so many at once, and none is lost when work fails', async () => {
  const semaphore = new Semaphore(2)
  const order: number[] = []
  let busy = 0
  let max = 0
  const all = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) =>
      semaphore.run(async () => {
        max = Math.max(max, ++busy)
        order.push(index)
        await Promise.resolve()
        busy -= 1
        if (index % 2) throw new Error('failed')
      }),
    ),
  )
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(max).toBe(2)
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(4)
})

test('open sockets are counted by caller and in all, and forgotten when closed', () => {
  const open = new ConnectionCounter(2, 3)
  expect([open.add('a'), open.add('a'), open.add('a'), open.add('b'), open.add('c')]).toEqual([
    true,
    true,
    false,
    true,
    false,
  ])
  open.remove('a')
  expect([open.add('c'), open.add('a')]).toEqual([true, false])
})

test('a session that ends closes its own topics and no others', async () => {
  const reader = subscribe({ keyHolder: { role: 'authenticated', claims: { session_id: 'mine' } } })
  reader.join('realtime:mine')
  reader.join('realtime:other', 1, 'newer')
  reader.subscriber.endSession('another')
  expect(reader.sent.filter(({ event }) => event === 'phx_close')).toEqual([])
  reader.subscriber.endSession('mine')
  expect(reader.sent.filter(({ event }) => event === 'phx_close')).toMatchObject([{ topic: 'realtime:mine' }])
  expect(reader.sent.findLast(({ event }) => event === 'system')?.payload).toMatchObject({
    status: 'error',
    message: 'Session has ended',
  })
  reader.subscriber.enqueue(insert().changeMessages)
  await expect.poll(() => reader.changes().map(({ topic }) => topic)).toEqual(['realtime:other'])
})
