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

beforeEach(async () => {
  up = true
  hangs = false
  backend = createServer((request, response) => {
    if (hangs) return
    if (!up) return void response.destroy()
    response.setHeader('content-type', 'application/json')
    response.end(
      request.url?.startsWith('/rest/v1/shop_settings')
        ? '[{"key":"pricing.factor","value":1},{"key":"ageGate.scope","value":"all"}]'
        : '[]',
    )
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
  const impatient = shopData({ url, key: 'k' }, () => undefined, 200)
  await expect(impatient.settings()).rejects.toThrow()
  await impatient.stop()
})
