import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { createWebApp } from './app'
import { fixedReleaseSet } from './releases/live-releases'
import { secretPattern, stillData } from './testing'

const root = fileURLToPath(new URL('../..', import.meta.url))
test('/config.json contains only what a browser needs, and no response contains the server’s secrets', async () => {
  const canary = 'sb_secret_canary_in_the_environment'
  vi.stubEnv('SUPABASE_SECRET_KEY', canary)
  vi.stubEnv('SMTP_URL', `smtps://user:${canary}@mail.example`)
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_canary')
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_canary')
  const app = await createWebApp({
    stripe: { stripeKey: 'sk_live_canary', webhookSecret: 'whsec_canary', backendKey: canary },
    root,
    store: path.join(root, '.releases/tests'),
    releaseKeys: [],
    siteUrl: 'http://shop.test',
    supabaseUrl: 'http://backend.test',
    supabaseKey: 'sb_publishable_x',
    dev: { origins: [], scripts: ['/assets/js/index.js'], preamble: '', built: { id: 'none', remotes: {} } },
    releases: fixedReleaseSet({ id: 'none', remotes: {} }),
    data: stillData(),
  })
  const config: unknown = await (await app.request('/config.json')).json()
  expect(Object.keys(config ?? {}).sort()).toEqual(['releaseSet', 'settings', 'supabaseKey', 'supabaseUrl'])
  expect(config).toMatchObject({ supabaseKey: 'sb_publishable_x' })
  for (const address of [
    '/config.json',
    '/readyz',
    '/healthz',
    '/robots.txt',
    '/sitemap.xml',
    '/',
    '/admin',
    '/nowhere',
    '/.env',
    '/.data/keys.json',
    '/releases/mf-catalog/x/../../../../.data/keys.json',
    '/assets/..%2f..%2fpackage.json',
    '/payments/stripe/session',
    '/payments/stripe/webhook',
  ]) {
    const response = await app.request(address)
    expect(await response.text(), address).not.toMatch(secretPattern)
  }
  vi.unstubAllEnvs()
})
