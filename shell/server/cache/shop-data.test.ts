import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shopData, type ShopData } from './shop-data'

let backend: Server
let url = ''
let data: ShopData
let up = true
let hangs = false
let tables: Record<string, object[]> = {}
let vatRate = 0.2
let polls = 0

const method = {
  ...{ id: 'm', name: 'Standard', description: null, base_price: 3.99, features: [], sort_order: 1 },
  ...{ estimated_days_min: 5, estimated_days_max: 7 },
}
const rule = (bound: number) => ({
  ...{ id: 'r', name: 'Free', type: 'free_shipping', priority: 100 },
  ...{ conditions: { min_order_value: bound }, actions: { free_shipping: true } },
})

beforeEach(async () => {
  up = true
  vatRate = 0.2
  tables = {
    shop_settings: [
      { key: 'pricing.factor', value: 1 },
      { key: 'ageGate.scope', value: 'all' },
    ],
    shipping_methods: [method],
    shipping_rules: [rule(25)],
  }
  hangs = false
  backend = createServer((request, response) => {
    if (hangs) return
    if (!up) return void response.destroy()
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/rest/v1/catalogue_version')) polls += 1
    const [, table = ''] = /^\/rest\/v1\/(\w+)/.exec(request.url ?? '') ?? []
    response.end(JSON.stringify(table === 'rpc' ? vatRate : (tables[table] ?? [])))
  })
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  url = `http://127.0.0.1:${String((backend.address() as AddressInfo).port)}`
  data = shopData({ url, key: 'k' }, () => undefined)
})
afterEach(async () => {
  await data.stop()
  backend.closeAllConnections()
  backend.close()
})

test('while the backend is down the settings are the last ones read, however long ago', async () => {
  expect(await data.settings()).toMatchObject({ pricing: { factor: 1 }, ageGate: { scope: 'all' } })
  up = false
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const hours of [0.01, 1, 100]) {
    vi.setSystemTime(Date.now() + hours * 3_600_000)
    expect(await data.settings()).toMatchObject({ pricing: { factor: 1 }, ageGate: { scope: 'all' } })
  }
})

test('before the settings are loaded reading them fails: there is no default', async () => {
  up = false
  await expect(data.settings()).rejects.toThrow()
  up = true
  expect(await data.settings()).toMatchObject({ pricing: { factor: 1 } })
})

test('reads of a backend that never responds time out', async () => {
  hangs = true
  const withShortTimeout = shopData({ url, key: 'k' }, () => undefined, { timeoutMs: 200 })
  await expect(withShortTimeout.settings()).rejects.toThrow()
  await withShortTimeout.stop()
})

test('free delivery is promised from where the rules grant it, whatever a setting of before says', async () => {
  const promised = async () => {
    const fresh = shopData({ url, key: 'k' }, () => undefined)
    const settings = await fresh.settings()
    await fresh.stop()
    return settings.freeDeliveryFrom
  }
  expect(await promised()).toBe(25)
  tables.shop_settings = [{ key: 'shipping.freeFrom', value: 10 }]
  tables.shipping_rules = [rule(40)]
  expect(await promised()).toBe(40)
  tables.shipping_rules = []
  expect(await promised()).toBeUndefined()
  // Where a zone is rejected that nobody is in, nothing is delivered free.
  tables.shipping_rules = [rule(40)]
  tables.shop_settings = [{ key: 'shipping.unmatchedZone', value: 'reject' }]
  expect(await promised()).toBeUndefined()
})

test('a change that Realtime does not announce is seen by polling, and announced once', async () => {
  tables.catalogue_version = [{ version: 1 }]
  const polled = shopData({ url, key: 'k' }, () => undefined, { pollMs: 20 })
  const onChange = vi.fn()
  polled.onChange(onChange)
  await vi.waitFor(() => {
    expect(onChange).toHaveBeenCalledTimes(1)
  })
  expect(polled.isFollowing()).toBe(false)
  onChange.mockReset()
  tables.catalogue_version = [{ version: 2 }]
  await vi.waitFor(() => {
    expect(onChange).toHaveBeenCalled()
  })
  const asked = polls
  await vi.waitFor(() => {
    expect(polls).toBeGreaterThan(asked + 1)
  })
  expect(onChange).toHaveBeenCalledTimes(1)
  await polled.stop()
})

test('once another rate of VAT is in force the settings have it, with nothing else changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const fresh = shopData({ url, key: 'k' }, () => undefined)
  const before = await fresh.settings()
  expect(before.pricing).toMatchObject({ factor: 1, vatRate: 0.2 })
  vatRate = 0.175
  vi.setSystemTime(Date.now() + 11_000)
  await vi.waitFor(async () => {
    expect(await fresh.settings()).toEqual({ ...before, pricing: { ...before.pricing, vatRate: 0.175 } })
  })
  await fresh.stop()
})
