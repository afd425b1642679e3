import { afterEach, beforeEach, expect, test } from 'vitest'
import { smtpTransport } from './smtp-transport'
import { secretKey, startTestOutbox, type TestBackend } from './test-backend'
import { TestClock } from './test-clock'
import { startTestMailServer, type TestMailServer } from './test-mail-server'
import { startMailer, type Mailer } from './mailer'

const minute = 60_000
let clock: TestClock
let backend: TestBackend
let mail: TestMailServer
let mailers: Mailer[]
let log: string[]

beforeEach(async () => {
  clock = new TestClock()
  backend = await startTestOutbox(clock)
  mail = await startTestMailServer()
  mailers = []
  log = []
})
afterEach(async () => {
  await Promise.all(mailers.map((mailer) => mailer.stop()))
  await mail.die()
  await backend.close()
})

function start(transport: ReturnType<typeof smtpTransport> | null = smtpTransport(mail.settings)): Mailer {
  const mailer = startMailer({
    url: backend.url,
    secretKey,
    transport,
    siteUrl: 'https://shop.example',
    log: (line) => log.push(line),
    clock,
  })
  mailers.push(mailer)
  return mailer
}

const ids = () => backend.rows.map(({ id }) => `<${id}@shop.example>`).sort()
const takenIds = () => mail.taken.map(({ messageId }) => messageId).sort()
const statuses = () => backend.rows.map(({ status }) => status)

/** Waits for some rounds of the mail loop. */
async function rounds(count: number, ms = 2000): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await clock.resting()
    clock.pass(ms)
  }
  await clock.resting()
}

test('everything due is sent at once, each email once, then the mailer rests two seconds', async () => {
  for (let n = 0; n < 12; n += 1) backend.queue(`guest${String(n)}@example.test`)
  start()
  await clock.resting()
  expect(takenIds()).toEqual(ids())
  expect(mail.taken[0]).toMatchObject({ subject: 'Your order AM20250105-0001' })
  expect(new Set(statuses())).toEqual(new Set(['sent']))
  expect(clock.pauses()).toEqual([2000, minute])
  backend.queue('late@example.test')
  await rounds(1)
  expect(mail.taken).toHaveLength(13)
})

test('a rejected email delays no other, logs the reason, and is retried when due', async () => {
  const rejected = backend.queue('full@example.test')
  backend.queue('ada@example.test')
  mail.reject = (recipient) => (recipient.startsWith('full') ? 452 : undefined)
  start()
  await clock.resting()
  expect(statuses()).toEqual(['pending', 'sent'])
  expect(rejected.last_error).toContain('no room for full@example.test')
  expect(log).toEqual([
    `Email ${rejected.id} (order_confirmation) was not sent: see last_error in email_outbox.`,
  ])
  mail.reject = () => undefined
  await rounds(1, minute)
  expect(statuses()).toEqual(['sent', 'sent'])
})

test('an email that failed for the last time is logged by its id and kind alone', async () => {
  const rejected = backend.queue('full@example.test', { attempts: 7 })
  mail.reject = () => 452
  start()
  await clock.resting()
  expect(statuses()).toEqual(['failed'])
  expect(log).toEqual([
    `Email ${rejected.id} (order_confirmation) was not sent: see last_error in email_outbox.`,
    `Email ${rejected.id} (order_confirmation) failed for the last time. Staff see it on the dashboard and can retry it.`,
  ])
})

test('an email that cannot be rendered is settled with the reason, and the others are sent', async () => {
  const unknown = backend.queue('ada@example.test', { kind: 'birthday' })
  const bad = backend.queue('ada@example.test', { data: { items: 'none' } })
  const unknownRecipient = backend.queue('nobody')
  const good = backend.queue('ada@example.test')
  start()
  await clock.resting()
  expect(unknown.last_error).toBe('There is no email of the kind "birthday".')
  expect(bad.last_error).toMatch(/^Not what order_confirmation needs: order_number/)
  expect(unknownRecipient.last_error).toBe('The recipient is not an email address.')
  expect(good.status).toBe('sent')
})

test('a mail server that dies midway loses no email; its outage is one line, and costs each email one attempt at most', async () => {
  for (let n = 0; n < 12; n += 1) backend.queue()
  let arrived = 0
  mail.beforeTaking = async () => {
    arrived += 1
    if (arrived === 7) await mail.die()
    if (arrived >= 7) await new Promise(() => undefined)
  }
  start()
  await rounds(4)
  expect(log.filter((line) => line.startsWith('Email cannot leave'))).toHaveLength(1)
  expect(log).toHaveLength(1)
  const before = new Set(takenIds())
  mail.beforeTaking = () => Promise.resolve()
  await mail.revive()
  expect(Math.max(...backend.rows.map(({ attempts }) => attempts))).toBe(1)
  await rounds(3, 2 * minute)
  expect(statuses()).toEqual(backend.rows.map(() => 'sent'))
  expect(new Set(takenIds())).toEqual(new Set(ids()))
  expect(mail.taken.length - before.size).toBeGreaterThan(0)
})

test('an email taken but not settled before the end is sent again, under the same Message-ID', async () => {
  const row = backend.queue()
  backend.faults.set('settle_mail', 'hang up')
  const first = start()
  await clock.resting()
  await first.stop()
  expect(row.status).toBe('pending')
  backend.faults.clear()
  clock.pass(2 * minute)
  start()
  await clock.resting()
  expect(row.status).toBe('sent')
  expect(takenIds()).toEqual([...ids(), ...ids()])
})

test('while the backend is away an email taken waits to be settled, and is not sent twice', async () => {
  const row = backend.queue()
  backend.faults.set('settle_mail', 503)
  start()
  await rounds(6, 5 * minute)
  expect(row.status).toBe('pending')
  backend.faults.clear()
  await rounds(1, 5 * minute)
  expect([row.status, mail.taken.length]).toEqual(['sent', 1])
})

test('a backend that is away is one line and ever longer pauses; back again, work goes on', async () => {
  backend.faults.set('*', 'hang up')
  start()
  const pauses: number[] = []
  for (let round = 0; round < 8; round += 1) {
    await clock.resting()
    const [next = 0] = clock.pauses()
    pauses.push(next)
    clock.pass(next)
  }
  await clock.resting()
  expect(pauses.slice(0, 4)).toEqual([2000, 4000, 8000, 16_000])
  expect(Math.max(...clock.pauses())).toBeLessThanOrEqual(minute)
  expect(log).toHaveLength(1)
  expect(log[0]).toMatch(/^The mailer cannot reach the backend and keeps trying: no answer/)
  expect(mailers[0]?.isWorking()).toBe(false)
  backend.faults.clear()
  backend.queue()
  await rounds(2, minute)
  expect(mailers[0]?.isWorking()).toBe(true)
  expect(statuses()).toEqual(['sent'])
  backend.faults.set('*', 503)
  await rounds(2, minute)
  expect(log).toHaveLength(2)
})

test('a key that is rejected is an outage too, not the end', async () => {
  backend.faults.set('*', 401)
  start()
  await rounds(2)
  expect(log).toHaveLength(1)
  expect(log[0]).toContain('401 {"message":"not now"}')
})

test('to stop is to finish the email in hand and take no other', async () => {
  for (let n = 0; n < 7; n += 1) backend.queue()
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const allHere = new Promise<void>((resolve) => {
    let arrived = 0
    mail.beforeTaking = () => {
      arrived += 1
      if (arrived === 5) resolve()
      return released
    }
  })
  const mailer = start()
  await allHere
  let stopped = false
  const stopping = mailer.stop().then(() => {
    stopped = true
  })
  // One turn of the network, answered by the backend, that a premature end would have used.
  await fetch(`${backend.url}/rest/v1/shop_settings`)
  expect(stopped).toBe(false)
  release()
  await stopping
  expect(statuses()).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'pending', 'pending'])
  expect(backend.requests.filter((path) => path === 'claim_mail')).toHaveLength(1)
})

test('two mailers share the emails, none is sent by both', async () => {
  for (let n = 0; n < 20; n += 1) backend.queue()
  start()
  start()
  await clock.resting(4)
  expect(takenIds()).toEqual(ids())
})

test('expired rows are deleted at once and every minute, also where no email can be sent', async () => {
  backend.queue()
  start(null)
  await clock.resting(1)
  clock.pass(minute)
  await clock.resting(1)
  clock.pass(minute)
  await clock.resting(1)
  expect(backend.requests.filter((path) => path === 'sweep')).toHaveLength(3)
  expect(statuses()).toEqual(['pending'])
})
