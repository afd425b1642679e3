import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { createWebApp } from './app'
import { fixedReleaseSet } from './live-releases'
import { stillData } from './testing'

const root = fileURLToPath(new URL('../..', import.meta.url))
// Names of secrets, keys with their random part, and signed tokens that claim the service's role.
const secret =
  /sb_secret_[A-Za-z0-9_-]{8,}|SUPABASE_SECRET_KEY|SMTP_URL|STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRET|(?:sk|rk)_(?:test|live)_\w{4,}|whsec_\w{4,}|jwtSecret|eyJ[\w-]+\.[\w-]*c2VydmljZV9yb2xl[\w-]*\./

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

async function tellers(files: readonly string[]): Promise<string[]> {
  const told = await Promise.all(
    files.map(async (file) => (secret.test(await readFile(file, 'utf8')) ? [path.relative(root, file)] : [])),
  )
  return told.flat()
}

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
    siteUrl: 'http://shop.test',
    supabaseUrl: 'http://backend.test',
    supabaseKey: 'sb_publishable_x',
    dev: { origins: [], scripts: ['/assets/js/index.js'], preamble: '', built: { id: 'none', remotes: {} } },
    releases: fixedReleaseSet({ id: 'none', remotes: {} }),
    data: stillData(),
  })
  const config: unknown = await (await app.request('/config.json')).json()
  expect(Object.keys(config ?? {}).sort()).toEqual([
    'lastGoodSet',
    'releaseSet',
    'settings',
    'supabaseKey',
    'supabaseUrl',
  ])
  expect(config).toMatchObject({ supabaseKey: 'sb_publishable_x' })
  for (const address of [
    '/config.json',
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
    const answer = await app.request(address)
    expect(await answer.text(), address).not.toMatch(secret)
  }
  vi.unstubAllEnvs()
})

test('no browser code names a secret', async () => {
  const folders = [
    'shell/src',
    'mf-catalog/src',
    'mf-cart-checkout/src',
    'mf-account/src',
    'mf-admin/src',
    ...['auth', 'cart', 'pricing', 'router', 'settings', 'supabase', 'ui', 'wishlist'].map(
      (name) => `libs/${name}/src`,
    ),
  ]
  const files = (await Promise.all(folders.map((folder) => filesIn(path.join(root, folder))))).flat()
  expect(files.length).toBeGreaterThan(100)
  expect(await tellers(files)).toEqual([])
})

test('no served file contains a secret', async () => {
  const folders = ['shell/dist/web', '.releases/tests']
  const files = (await Promise.all(folders.map((folder) => filesIn(path.join(root, folder)))))
    .flat()
    // Of a stored release the web server alone reads some files.
    .filter((file) => !/[/\\](?:server\.cjs|inline|run)(?:[/\\]|$)/.test(path.relative(root, file)))
  const texts = await Promise.all(
    files
      .filter((file) => /\.(js|cjs|html|json|css|map|txt)$/.test(file))
      .map(async (file) => ((await stat(file)).size < 5_000_000 ? [file] : [])),
  )
  expect(await tellers(texts.flat())).toEqual([])
})
