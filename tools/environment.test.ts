import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { ensurePayable, localAddress, readEnvironment, UsageError } from './environment'
import { ensureResponds, ensureDataDir, ensureFree, ensureStore } from './preconditions'

test.each([
  ['PORT', 'eighty', 'PORT "eighty" is no port'],
  ['HOST', 'shop.example', 'HOST "shop.example" is no network address'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL "loud" is no level'],
  ['METRICS_PORT', 'yes', 'METRICS_PORT "yes" is no port'],
  ['METRICS_PORT', '3000', 'METRICS_PORT "3000" is the shop’s own port'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector', 'OTEL_EXPORTER_OTLP_ENDPOINT "collector" is no web address'],
  ['SHUTDOWN_TIMEOUT', '10s', 'SHUTDOWN_TIMEOUT "10s" is no time'],
  ['SHUTDOWN_DELAY', '-1', 'SHUTDOWN_DELAY "-1" is no time'],
  ['BACKEND_PORT', '70000', 'BACKEND_PORT "70000" is no port'],
  ['SUPABASE_URL', 'nonsense', 'SUPABASE_URL "nonsense" is no web address'],
  ['SUPABASE_URL', 'http://127.0.0.1:1', 'SUPABASE_URL is set without SUPABASE_PUBLISHABLE_KEY'],
  ['SITE_URL', 'javascript:alert(1)', 'SITE_URL "javascript:alert(1)" is no web address'],
  ['SMTP_URL', 'nonsense', 'SMTP_URL is no mail server'],
  ['TRUSTED_PROXIES', '-1', 'TRUSTED_PROXIES "-1" is no count'],
  ['TRUSTED_PROXIES', 'yes', 'TRUSTED_PROXIES "yes" is no count'],
  ['RENDER_WORKERS', '0', 'RENDER_WORKERS "0" is no count'],
  ['MAIL_FROM', 'nobody', 'MAIL_FROM is no email address'],
  ['ALLOW_SIMULATED_PAYMENT', 'yes', 'ALLOW_SIMULATED_PAYMENT "yes" is neither 1 nor 0'],
  ['SUPABASE_PROXY', 'true', 'SUPABASE_PROXY "true" is neither 1 nor 0'],
])('%s=%s stops the start with one line', (name, value, line) => {
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', '')
  vi.stubEnv('MAIL_FROM', 'care@shop.example')
  vi.stubEnv(name, value)
  expect(() => readEnvironment()).toThrow(line)
})

test('a mail server without a sender stops the start with one line', () => {
  vi.stubEnv('SMTP_URL', 'smtps://user:pass@mail.example')
  vi.stubEnv('MAIL_FROM', '')
  expect(() => readEnvironment()).toThrow(
    new UsageError('SMTP_URL is set without MAIL_FROM: set MAIL_FROM to the address emails come from.'),
  )
})

test.each([
  [
    { STRIPE_SECRET_KEY: 'sk_test_x' },
    'Payments by Stripe need STRIPE_WEBHOOK_SECRET and SUPABASE_SECRET_KEY as well: set them, or unset STRIPE_SECRET_KEY.',
  ],
  [
    { STRIPE_WEBHOOK_SECRET: 'whsec_x', SUPABASE_SECRET_KEY: 'sb_secret_x' },
    'Payments by Stripe need STRIPE_SECRET_KEY as well: set it, or unset STRIPE_WEBHOOK_SECRET.',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
    'Payments by Stripe need SUPABASE_SECRET_KEY as well: set it, or unset STRIPE_SECRET_KEY.',
  ],
])('%j is not enough for payments by Stripe and stops the start with one line', (given, line) => {
  const none = {
    STRIPE_SECRET_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    SUPABASE_SECRET_KEY: '',
    SUPABASE_URL: 'https://project.supabase.example',
    SUPABASE_PUBLISHABLE_KEY: 'k',
  }
  for (const [name, value] of Object.entries({ ...none, ...given })) vi.stubEnv(name, value)
  expect(() => readEnvironment()).toThrow(new UsageError(line))
})

test('payments by Stripe have their keys, the embedded backend its own; the setting without keys stops the start', () => {
  vi.stubEnv('SUPABASE_URL', '')
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_x')
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_x')
  const environment = readEnvironment()
  expect(environment.stripe).toEqual({ key: 'sk_test_x', webhookSecret: 'whsec_x' })
  expect(() => {
    ensurePayable('stripe', environment)
  }).not.toThrow()
  expect(() => {
    ensurePayable('simulated', { ...environment, stripe: null })
  }).not.toThrow()
  expect(() => {
    ensurePayable('stripe', { ...environment, stripe: null })
  }).toThrow('set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and SUPABASE_SECRET_KEY')
})

test('another Supabase does not start with a simulated payment, unless that is allowed by name', () => {
  vi.stubEnv('SUPABASE_URL', 'https://project.supabase.example')
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_x')
  const start = () => {
    ensurePayable('simulated', readEnvironment())
  }
  expect(start).toThrow(/payment\.provider is "simulated".*ALLOW_SIMULATED_PAYMENT=1/)
  vi.stubEnv('ALLOW_SIMULATED_PAYMENT', '0')
  expect(start).toThrow(UsageError)
  vi.stubEnv('ALLOW_SIMULATED_PAYMENT', '1')
  expect(start).not.toThrow()
})

test.each([
  'https://shop.example',
  'http://192.168.1.4:3000',
  'http://localhost.example',
  'http://127.0.0.1.example',
])('the embedded backend is not shown to everybody at %s', (siteUrl) => {
  vi.stubEnv('SUPABASE_URL', '')
  vi.stubEnv('SUPABASE_PROXY', '1')
  vi.stubEnv('SITE_URL', siteUrl)
  expect(() => readEnvironment()).toThrow(
    `SUPABASE_PROXY=1 would show the embedded backend to everybody at ${siteUrl}`,
  )
  vi.stubEnv('SUPABASE_PROXY', '')
  expect(readEnvironment().proxied).toBe(false)
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://shop.localhost'])(
  'at %s the embedded backend may be reached through the shop',
  (siteUrl) => {
    vi.stubEnv('SUPABASE_URL', '')
    vi.stubEnv('SUPABASE_PROXY', '1')
    vi.stubEnv('SITE_URL', siteUrl)
    expect(readEnvironment().proxied).toBe(true)
  },
)

test('where other machines reach the web server the embedded backend is not shown', () => {
  vi.stubEnv('SUPABASE_URL', '')
  vi.stubEnv('SUPABASE_PROXY', '1')
  vi.stubEnv('SITE_URL', 'http://localhost:3000')
  vi.stubEnv('HOST', '0.0.0.0')
  expect(() => readEnvironment()).toThrow('to everybody at http://0.0.0.0:3000')
})

test.each([
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['10.0.0.7', 'http://10.0.0.7:80'],
  [undefined, 'http://127.0.0.1:80'],
])('a web server that listens at %s is reached from its own machine at %s', (host, address) => {
  expect(localAddress({ host, port: 80 })).toBe(address)
})

test('another Supabase may be reached through the shop at any address', () => {
  vi.stubEnv('SUPABASE_URL', 'https://project.supabase.example')
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_x')
  vi.stubEnv('SUPABASE_PROXY', '1')
  vi.stubEnv('SITE_URL', 'https://shop.example')
  expect(readEnvironment().proxied).toBe(true)
})

test('no proxy is trusted unless it is counted', () => {
  vi.stubEnv('TRUSTED_PROXIES', '')
  expect(readEnvironment().trustedProxies).toBe(0)
  vi.stubEnv('TRUSTED_PROXIES', '2')
  expect(readEnvironment().trustedProxies).toBe(2)
})

test('another Supabase comes with its secret key, or without', () => {
  vi.stubEnv('SUPABASE_URL', 'https://project.supabase.example/')
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_x')
  vi.stubEnv('SUPABASE_SECRET_KEY', '')
  expect(readEnvironment().external).toEqual({
    url: 'https://project.supabase.example',
    key: 'sb_publishable_x',
    secretKey: null,
  })
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_x')
  expect(readEnvironment().external?.secretKey).toBe('sb_secret_x')
})

test('a port in use is named, with the remedy', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(ensureFree('PORT', port)).rejects.toThrow(
    `Port ${String(port)} is in use: stop what uses it, or set PORT`,
  )
  await expect(ensureFree('PORT', port, '192.0.2.1')).rejects.toThrow(
    'HOST "192.0.2.1" is no address of this machine',
  )
  await new Promise((resolve) => server.close(resolve))
  await expect(ensureFree('PORT', port)).resolves.toBeUndefined()
})

test('an error names a data folder that cannot be created, and the remedy', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-env-'))
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  expect(() => {
    ensureDataDir(path.join(file, 'data'))
  }).toThrow(/DATA_DIR .* cannot be written .*: set DATA_DIR/)
  await rm(folder, { recursive: true })
  expect(() => {
    ensureDataDir('/proc/no/such/data')
  }).toThrow('set DATA_DIR to a folder that can')
})

test('a release store that is not there is named, with the remedy', () => {
  expect(() => {
    ensureStore('/no/such/store')
  }).toThrow(/RELEASES \/no\/such\/store cannot be read .*: set RELEASES/)
})

test('a Supabase that answers nothing is named, with the remedy', async () => {
  await expect(ensureResponds({ url: 'http://127.0.0.1:9', key: 'k' })).rejects.toThrow(
    'SUPABASE_URL http://127.0.0.1:9 does not answer',
  )
})

test('a CDN is told at a web address, or not at all', () => {
  expect(readEnvironment().cdn).toBeNull()
  vi.stubEnv('CDN_PURGE_URL', 'https://cdn.example/purge')
  expect(readEnvironment().cdn).toEqual({ url: 'https://cdn.example/purge', token: null })
  vi.stubEnv('CDN_PURGE_TOKEN', 'secret')
  expect(readEnvironment().cdn?.token).toBe('secret')
  vi.stubEnv('CDN_PURGE_URL', 'cdn.example')
  expect(() => readEnvironment()).toThrow('CDN_PURGE_URL "cdn.example" is no web address')
})
