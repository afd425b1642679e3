import { expect, type Page } from '@playwright/test'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readRecord, storedVersions } from '@shop/federation/store'
import { isSampled } from '@shop/testing/sample'
import { copyRelease, serviceOf } from '../tools/bench/web/own-release'
import { freePort } from '@shop/local-supabase/free-port'
import { spoilContainer, spoilServerBuild } from './faulty-code'
import { run, servedSet, serveStore, type StoreServer } from './release-steps'
import { keysOf } from './service-calls'
import { test } from './shop'
import {
  addToCartByForm,
  chooseDelivery,
  continueToPayment,
  fillCheckout,
  hydrated,
  open,
  pay,
  uniqueEmail,
} from './steps'

const version = (of: string) => `${of}${Date.now().toString(36)}`

/** Versions of a remote whose files a page has loaded since. */
function versionsLoaded(page: Page, name: string): Set<string> {
  const versions = new Set<string>()
  page.on('request', (request) => {
    const loaded = new RegExp(`/releases/${name}/(\\w+)/`).exec(request.url())?.[1]
    if (loaded !== undefined) versions.add(loaded)
  })
  return versions
}

test('an open tab with a cart buys on its set, and moves on with the first page after it', async ({
  adult: page,
  shop,
  staff,
}) => {
  test.setTimeout(180_000)
  const { live, sets } = await serviceOf(shop).known()
  const old = sets[live ?? ''] ?? {}
  await addToCartByForm(page, 'moss-balm')
  await page.context().clearCookies({ name: 'aurelle_set' })
  const loaded = { shell: versionsLoaded(page, 'shell'), checkout: versionsLoaded(page, 'mf-cart-checkout') }
  await open(page, '/about')
  await page.getByRole('link', { name: /^Cart/ }).first().click()
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Moss Balm' })).toHaveValue('1')

  const own = version('kept')
  const records = [await copyRelease(shop, 'shell', own), await copyRelease(shop, 'mf-cart-checkout', own)]
  const { live: next } = await serviceOf(shop).promote(records)
  await expect.poll(() => servedSet(shop)).toBe(next)
  try {
    // A new document, as after the provider's page.
    await open(page, '/checkout')
    const email = uniqueEmail('kept')
    await fillCheckout(page, email)
    await chooseDelivery(page, 'Standard')
    await continueToPayment(page)
    await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
    await page.reload()
    await hydrated(page)
    await pay(page)
    await expect(page).toHaveURL(/\/checkout\/success/)
    expect(await staff.ordersOf(email)).toHaveLength(1)
    expect([...loaded.shell, ...loaded.checkout]).toEqual([old.shell, old['mf-cart-checkout']])

    // Leaving the checkout ends it; the document itself stays on its set until the next one.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shop All' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shop All' })).toBeVisible()
    expect([...loaded.shell]).toEqual([old.shell])
    await open(page, '/about')
    expect([...loaded.shell]).toEqual([old.shell, own])

    // A set that is withdrawn keeps nobody.
    await open(page, '/cart')
    await serviceOf(shop).rollBack(true)
    await expect.poll(() => servedSet(shop)).toBe(live)
    loaded.shell.clear()
    await open(page, '/cart')
    expect([...loaded.shell]).toEqual([old.shell])
  } finally {
    if ((await servedSet(shop)) === next) await serviceOf(shop).rollBack(false)
  }
})

test('production serves a copy of the store without sources and packages, and comes up again while the database is away', async ({
  shop,
}) => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-production-'))
  const { live, sets } = await serviceOf(shop).known()
  const members = sets[live ?? ''] ?? {}
  for (const [name, own] of Object.entries(members))
    cpSync(path.join(shop.releases, name, own), path.join(folder, 'releases', name, own), { recursive: true })
  const metricsPort = await freePort()
  const whileServed = async (backendPort: number, act: (server: StoreServer) => Promise<void>) => {
    const server = await serveStore(folder, members.shell ?? '', {
      PORT: String(await freePort()),
      METRICS_PORT: String(metricsPort),
      SUPABASE_URL: `http://127.0.0.1:${String(backendPort)}`,
      SUPABASE_PUBLISHABLE_KEY: keysOf(shop).publishableKey,
      RELEASE_KEYS: path.join(shop.dataDir, 'release-key.pem'),
      ALLOW_SIMULATED_PAYMENT: '1',
    })
    await act(server).finally(() => server.stop())
  }
  const served = { status: 'ok', releaseSet: live }
  try {
    await whileServed(shop.backendPort, async ({ text }) => {
      expect(JSON.parse(await text('/healthz'))).toMatchObject({ ...served, backend: 'up' })
      expect(await text('/products/riva-pebble')).toContain('<h1')
      expect(await text('/media/icon.svg')).toContain('<svg')
      const metrics = await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text()
      const page = `route="/products/:productSlug",status="200",remote="mf-catalog",version="${members['mf-catalog'] ?? ''}"`
      expect(metrics).toContain(`http_requests_total{method="GET",${page},cache="miss"} 1`)
    })
    // Nothing listens at port 9.
    await whileServed(9, async ({ text }) => {
      expect(JSON.parse(await text('/healthz'))).toMatchObject({ ...served, backend: 'down' })
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a release that throws on the server or in the browser changes nothing that is live', async ({
  shop,
}) => {
  test.setTimeout(300_000)
  const boom = "throw new Error('boom')"
  const before = await serviceOf(shop).known()
  const faults = [
    ['serverimport', spoilServerBuild({ before: `${boom};` }), /cannot be rendered, .*boom/],
    ['serverrender', spoilServerBuild({ render: boom }), /\/ \(mf-catalog .*boom/],
    ['browserimport', spoilContainer('mf-catalog', { before: `${boom};` }), /fails in the browser: boom/],
    ['browserrender', spoilContainer('mf-catalog', { render: boom }), /fails in the browser: /],
  ] as const
  // One on the server and one in the browser.
  for (const [fault, spoil, words] of faults.filter((_, index) => isSampled(index, 2))) {
    const own = version(fault)
    await copyRelease(shop, 'mf-catalog', own, spoil)
    await expect(run('promote', ['mf-catalog', own], shop)).rejects.toThrow(
      new RegExp(`^mf-catalog ${own} does not go live\\.\n.*${words.source}.*\n$`),
    )
  }
  expect(await serviceOf(shop).known()).toEqual(before)
})

test('a build that no shell of the store fits is not released, and the words say why', async ({ shop }) => {
  const store = mkdtempSync(path.join(tmpdir(), 'shop-store-'))
  try {
    const [shell = ''] = await storedVersions(shop.releases, 'shell')
    const record = await readRecord(shop.releases, 'shell', shell)
    mkdirSync(path.join(store, 'shell', shell), { recursive: true })
    const poorer = { ...record, provides: { ...record.provides, '@shop/ui': [] } }
    writeFileSync(path.join(store, 'shell', shell, 'record.json'), JSON.stringify(poorer))
    await expect(run('release', ['mf-catalog'], shop, store)).rejects.toThrow(
      /mf-catalog is not released\.\nmf-catalog needs .*Button.* of @shop\/ui, which the shell does not export\. Promote/,
    )
    expect(await storedVersions(store, 'mf-catalog')).toEqual([])
  } finally {
    rmSync(store, { recursive: true, force: true })
  }
})
