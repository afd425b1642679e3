import { expect } from 'vitest'
import { test } from './shop/running-shop'
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

test.for(Object.entries(packets))('the web server survives %s', async ([, bytes], { shop }) => {
  const received = await sendBytes(shop.web, bytes, { waitMs: 200 })
  expect(received).not.toMatch(/^HTTP\/1\.1 5\d\d(?<! 50[23])/)
})

test('the web server survives 60 upgrades that are reset', async ({ shop }) => {
  const paths = ['/supabase/realtime/v1/websocket?apikey=x', '/nothing']
  for (let index = 0; index < 60; index += 1)
    await sendBytes(shop.web, upgrade(paths[index % paths.length] ?? '/'), { reset: true, waitMs: 200 })
  expect((await fetch(`${shop.web}/healthz`)).status).toBe(200)
})
