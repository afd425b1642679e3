import { describe, expect } from 'vitest'
import { ask } from './shop/ask'
import { rpc } from './shop/purchase'
import { test, type RunningShop } from './shop/running-shop'
import { sendBytes } from './shop/send'

const key = 'dGhlIHNhbXBsZSBub25jZQ=='
const upgrade = (path: string, more = `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n`): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${more}\r\n`

const packets: Readonly<Record<string, string>> = {
  'an upgrade of //': upgrade('//'),
  'an upgrade of // without a key': upgrade('//', ''),
  'an upgrade of http://[': upgrade('http://['),
  'an upgrade of //[': upgrade('//['),
  'an upgrade of //@:': upgrade('//@:'),
  'an upgrade of *': upgrade('*'),
  'an upgrade of /%': upgrade('/realtime/v1/websocket?apikey=%&vsn=%E0%A4%A'),
  'an upgrade of the proxy with //': upgrade('//supabase/realtime/v1/websocket'),
  'an upgrade of the proxy with a bad key': upgrade('/supabase/realtime/v1/websocket?apikey=x&vsn=1.0.0'),
  'an upgrade without a version': upgrade('/realtime/v1/websocket?apikey=x', `Sec-WebSocket-Key: ${key}\r\n`),
  'an upgrade with a broken key': upgrade(
    '/realtime/v1/websocket?apikey=x',
    'Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n',
  ),
  'an upgrade to something else':
    `GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n` +
    'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n',
  'an upgrade of an absolute address': upgrade('http://evil.example/realtime/v1/websocket'),
  'an upgrade with 8 KB of key': upgrade(`/realtime/v1/websocket?apikey=${'x'.repeat(8000)}`),
}

const servers = {
  backend: ({ backend }: RunningShop) => ({ origin: backend.url, health: '/health' }),
  'web server': ({ web }: RunningShop) => ({ origin: web, health: '/healthz' }),
} as const

describe.each(Object.entries(servers))('the %s', (_server, serverOf) => {
  test.for(Object.entries(packets))('survives %s', async ([, bytes], { shop }) => {
    const { origin } = serverOf(shop)
    const received = await sendBytes(origin, bytes, { waitMs: 200 })
    expect(received).not.toMatch(/^HTTP\/1\.1 5\d\d(?<! 50[23])/)
  })

  test('survives 60 upgrades that are reset', async ({ shop }) => {
    const { origin, health } = serverOf(shop)
    const paths = [
      '/realtime/v1/websocket?apikey=x&vsn=1.0.0',
      `/realtime/v1/websocket?apikey=${shop.backend.publishableKey}&vsn=2.0.0`,
      '/supabase/realtime/v1/websocket?apikey=x',
      '/nothing',
    ]
    for (let index = 0; index < 60; index += 1)
      await sendBytes(origin, upgrade(paths[index % paths.length] ?? '/'), { reset: true, waitMs: 200 })
    expect((await fetch(origin + health)).status).toBe(200)
  })
})

test('refused input forges no line of the log and sends nothing to the terminal', async ({ shop }) => {
  const start = shop.log().length
  const forged = '%1b[31mEVIL%0aShop%20ready:%20http://evil.example%0d%0a%20%20at%20evil'
  for (const query of [
    `name=fts.${forged}`,
    `name=plfts(${forged}).x`,
    `${forged}=eq.1`,
    `select=${forged}`,
    `order=${forged}`,
    `name=match.${forged}(`,
    `or=(${forged}`,
  ])
    await ask(shop, { by: 'guest', method: 'GET', path: `/rest/v1/products?${query}` })
  await ask(shop, rpc('check_promotion', { p_code: '\u001b[31mEVIL\nShop ready: http://evil.example' }))
  await ask(shop, { way: 'web', method: 'GET', path: `/products/${forged}` })
  expect(shop.log().slice(start)).not.toMatch(/^\s*Shop ready: http:\/\/evil|\u001b/m)
})
