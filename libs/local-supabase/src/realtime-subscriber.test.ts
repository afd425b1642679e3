import { expect, test } from 'vitest'
import { ChangeMessages } from './realtime-channel'
import type { Message } from './realtime-messages'
import { Subscriber } from './realtime-subscriber'
import type { Listener } from './realtime-tables'

const anon: Listener = { role: 'anon', claims: { role: 'anon' } }
const facts = Promise.resolve({ key: ['id'], columns: [{ name: 'id', type: 'int4' }] })

/** A subscriber and the messages sent to its socket. */
function subscribe(options: { keyHolder?: Listener; now?: () => number } = {}) {
  const sent: Message[] = []
  const closed: [number, string][] = []
  const line = {
    send: (message: Message) => {
      sent.push(message)
    },
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
    subscriber.respond({
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
  for (const { join } of some) for (let index = 0; index < 20; index += 1) join(`realtime:${String(index)}`)
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

test('one that falls too far behind is closed', () => {
  const behind = subscribe()
  behind.join('realtime:x')
  const never = insert(() => new Promise(() => undefined)).changeMessages
  for (let index = 0; index <= 1001; index += 1) behind.subscriber.enqueue(never)
  expect(behind.closed).toEqual([[1013, 'Too slow']])
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
  renewed.subscriber.respond({
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
