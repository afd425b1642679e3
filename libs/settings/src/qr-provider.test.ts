import fc from 'fast-check'
import { expect, test } from 'vitest'
import { qrServicePicture } from './qr-provider'

const shop = 'https://aurelle.example/?a=1&b=2'

test('a template gets the address, escaped', () => {
  const picture = qrServicePicture('https://qr.example/v1?size=300x300&data={url}', shop)
  expect(picture?.href).toBe(
    'https://qr.example/v1?size=300x300&data=https%3A%2F%2Faurelle.example%2F%3Fa%3D1%26b%3D2',
  )
  expect(qrServicePicture('https://qr.example:8443/{url}.png', 'x')?.href).toBe(
    'https://qr.example:8443/x.png',
  )
})

test.each([
  'local',
  '',
  '{url}',
  'http://qr.example/?data={url}',
  'https://qr.example/',
  'https://{url}/',
  'https://qr.example{url}/',
  'https://name:password@qr.example/?data={url}',
  'https://*.example/?data={url}',
  "https://a;script-src'self'/?data={url}",
  'javascript:{url}',
  'data:image/png,{url}',
  '//qr.example/{url}',
])('%s is drawn locally', (provider) => {
  expect(qrServicePicture(provider, shop)).toBeNull()
})

test('whatever the setting says, an origin is one https source of a policy', () => {
  const host = fc.string({ unit: fc.constantFrom(...'ab.*;,\'"@:{}/ %[]-é') })
  fc.assert(
    fc.property(host, (text) => {
      const { origin = 'none' } = qrServicePicture(`https://${text}/?data={url}`, shop) ?? {}
      expect(origin).toMatch(/^(none|https:\/\/[a-z0-9.-]+(:\d+)?)$/)
    }),
  )
})
