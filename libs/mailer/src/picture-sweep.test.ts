import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMailer, type Mailer } from './mailer'
import { secretKey, startTestOutbox, type TestBackend } from './test-backend'
import { TestClock } from './test-clock'

const minute = 60_000
let clock: TestClock
let backend: TestBackend
let mailer: Mailer
let log: string[]

beforeEach(async () => {
  clock = new TestClock()
  backend = await startTestOutbox(clock)
  log = []
})
afterEach(async () => {
  await mailer.stop()
  await backend.close()
})

/** Starts a mailer that sends no emails. */
function start(): void {
  mailer = startMailer({
    url: backend.url,
    secretKey,
    transport: null,
    siteUrl: 'https://shop.example',
    log: (line) => log.push(line),
    clock,
  })
}

test('uploads that nothing shows are deleted by the Storage API, some each minute, then from the start', async () => {
  backend.files.push(
    { bucket: 'product-images', name: 'product-images/a-320.webp', shown: false },
    { bucket: 'category-images', name: 'b-320.webp', shown: false },
    { bucket: 'product-images', name: 'product-images/c-320.webp', shown: true },
    { bucket: 'product-images', name: 'product-images/d-320.webp', shown: false },
  )
  start()
  await clock.resting(1)
  expect(backend.files.map(({ shown }) => shown)).toEqual([true, true, true, false])
  for (let round = 0; round < 2; round += 1) {
    clock.pass(minute)
    await clock.resting(1)
  }
  expect(backend.files.filter(({ shown }) => !shown)).toEqual([])
  expect(backend.requests).toEqual([
    ...['sweep', 'unreferenced_pictures', 'product-images', 'category-images'],
    ...['sweep', 'unreferenced_pictures', 'product-images'],
    ...['sweep', 'unreferenced_pictures'],
  ])
})

test('a storage that is away is an outage; the next minute goes on where it stopped', async () => {
  backend.files.push({ bucket: 'product-images', name: 'product-images/a-320.webp', shown: false })
  backend.faults.set('product-images', 503)
  start()
  await clock.resting(1)
  expect(log).toHaveLength(1)
  backend.faults.clear()
  clock.pass(minute)
  await clock.resting(1)
  expect(backend.files.filter(({ shown }) => !shown)).toEqual([])
  expect(log).toHaveLength(1)
})
