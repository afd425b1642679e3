import { Hono } from 'hono'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { commonHeaders, contentPolicy } from './security'

const headersOf = async (siteUrl: string, address = '/') => {
  const app = new Hono().use(commonHeaders(siteUrl)).get('/', (context) => context.text('page'))
  app.onError((_, context) => context.text('failed', 500))
  app.get('/fails', () => {
    throw new Error('failed')
  })
  return Object.fromEntries((await app.request(address)).headers)
}
const common = {
  'content-type': 'text/plain;charset=UTF-8',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(self)',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

test.each(['/', '/fails', '/not-there'])(
  'the answer at %s has the common headers and no other',
  async (address) => {
    expect(await headersOf('http://shop.test', address)).toEqual({
      ...common,
      'content-type': expect.stringMatching('text/plain') as string,
    })
  },
)

test('HSTS is sent over https for a year', async () => {
  expect(await headersOf('https://shop.test')).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
})

test('a policy allows a page its own scripts and styles by their hashes, its backend, and nothing else', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = contentPolicy({
    inlineScripts: ['run()'],
    inlineStyles: ['p{}'],
    backends: ['https://backend.test'],
    devOrigins: [],
  })
  expect(policy.split('; ')).toEqual([
    "default-src 'self'",
    `script-src 'self' ${hash('run()')}`,
    `style-src 'self' ${hash('')} ${hash('p{}')}`,
    "img-src 'self' data: blob: https://backend.test",
    "font-src 'self'",
    "connect-src 'self' https://backend.test wss://backend.test",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    expect.stringMatching(/^form-action 'self' https:/),
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default emails',
    'report-to default',
    'report-uri /reports',
  ])
})

test('a policy allows pictures of other origins that it is given, and nothing else from them', () => {
  const input = { inlineScripts: [], inlineStyles: [], backends: [], devOrigins: [] }
  const policy = contentPolicy({ ...input, pictureOrigins: ['https://qr.example'] })
  expect(policy.split('; ').filter((directive) => directive.includes('qr.example'))).toEqual([
    "img-src 'self' data: blob: https://qr.example",
  ])
})
