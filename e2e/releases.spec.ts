import { expect, type Page } from '@playwright/test'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { missingFiles, readRecord, storedVersions } from '@shop/federation/store'
import { isSampled, oneOf } from '@shop/testing/sample'
import { copyRelease, serviceOf } from '../tools/bench/web/own-release'
import { freePort } from '@shop/local-supabase/free-port'
import { startShopProcess, type ShopProcess } from '../tools/test/shop-process'
import { spoilContainer, spoilServerBuild } from './faulty-code'
import { run, secondsUntil, servedSet, serveStore, start, textOf, visit } from './release-steps'
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

/** The file with the key that signs what the shop releases; its public one follows from it. */
const releaseKey = (shop: ShopProcess) => path.join(shop.dataDir, 'release-key.pem')

const version = (of: string) => `${of}${Date.now().toString(36)}`

const texts = [
  ['mf-catalog', '/', 'Made for the quiet hours', 'Made for the loud hours'],
  ['shell', '/about', 'A quiet house', 'A louder house'],
] as const

for (const [name, address, text, by] of oneOf(texts, 'another text')) {
  test(`another text in ${name} is promoted and rolled back under load without a failed request`, async ({
    shop,
  }) => {
    test.setTimeout(180_000)
    const own = version('text')
    const html = await textOf(shop, address)
    expect(html).toContain(text)
    const scripts = [...new Set(html.match(/\/releases\/(?:shell|mf-catalog)\/\w+\/js\/[\w.-]+\.js/g))]
    expect(scripts.length).toBeGreaterThan(1)
    const before = await servedSet(shop)
    await copyRelease(shop, name, own, [text, by])
    const end = visit(shop, [address, '/products', '/products/riva-pebble', ...scripts])

    const promoted = run('promote', [name, own], shop)
    // Node and the command start meanwhile; what counts is from the flip to the visitor.
    await expect
      .poll(async () => (await serviceOf(shop).known()).live, { intervals: [20], timeout: 120_000 })
      .not.toBe(before)
    const seconds = await secondsUntil(shop, address, by)
    const set = /Live: set (\w+)$/.exec(await promoted)?.[1]
    expect(await servedSet(shop)).toBe(set)
    expect(await run('releases', [], shop)).toContain(`${name}: live ${own}`)

    expect(await run('rollback', [], shop)).toMatch(new RegExp(`Live: set ${before}$`))
    expect(await textOf(shop, address)).toContain(text)
    const { asked, failed } = await end()
    expect(failed).toEqual([])
    expect(asked).toBeGreaterThan(50)
    test
      .info()
      .annotations.push({ type: 'seconds from promotion to visitor', description: seconds.toFixed(2) })
    console.log(`${name}: ${seconds.toFixed(2)} s from promotion to visitor, ${String(asked)} requests`)
  })
}

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

test('two web servers on one database follow together, and one comes up on the right set while it is away', async ({
  shop,
}) => {
  test.setTimeout(300_000)
  const keys = keysOf(shop)
  const service = serviceOf(shop)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-second-'))
  const other = (backendPort: number) =>
    startShopProcess({
      DATA_DIR: dataDir,
      RELEASES: shop.releases,
      SUPABASE_URL: `http://127.0.0.1:${String(backendPort)}`,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
      RELEASE_KEYS: releaseKey(shop),
      ALLOW_SIMULATED_PAYMENT: '1',
    })
  const before = await servedSet(shop)
  let second = await other(shop.backendPort)
  try {
    expect(await servedSet(second)).toBe(before)
    const own = version('both')
    const records = [await copyRelease(shop, 'mf-catalog', own)]
    const { live: set } = await service.promote(records)
    await expect.poll(() => servedSet(second)).toBe(set)
    await service.rollBack(false)
    await expect.poll(() => servedSet(second)).toBe(before)
    await service.promote(records)
    await expect.poll(async () => [await servedSet(second), await servedSet(shop)]).toEqual([set, set])

    // A start from this checkout, whose own build is another one, keeps what was promoted.
    await second.stop('SIGKILL')
    second = await other(shop.backendPort)
    expect(second.log()).toContain(`This checkout differs from the live set ${set}`)
    expect([await servedSet(second), await servedSet(shop)]).toEqual([set, set])

    await second.stop('SIGKILL')
    // Nothing listens at port 9.
    second = await other(9)
    expect(await servedSet(second)).toBe(set)
    expect(await (await fetch(`${second.siteUrl}/healthz`)).json()).toMatchObject({
      status: 'ok',
      backend: 'down',
    })
  } finally {
    await second.stop()
    rmSync(dataDir, { recursive: true, force: true })
    if ((await service.known()).live !== before) await service.rollBack(false)
    await expect.poll(() => servedSet(shop)).toBe(before)
  }
})

test('production serves the shop out of a copy of the store, without sources and packages', async ({
  shop,
}) => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-production-'))
  const { live, sets } = await serviceOf(shop).known()
  const members = sets[live ?? ''] ?? {}
  for (const [name, own] of Object.entries(members))
    cpSync(path.join(shop.releases, name, own), path.join(folder, 'releases', name, own), { recursive: true })
  const metricsPort = await freePort()
  const server = await serveStore(folder, members.shell ?? '', {
    PORT: String(await freePort()),
    METRICS_PORT: String(metricsPort),
    SUPABASE_URL: `http://127.0.0.1:${String(shop.backendPort)}`,
    SUPABASE_PUBLISHABLE_KEY: keysOf(shop).publishableKey,
    RELEASE_KEYS: releaseKey(shop),
    ALLOW_SIMULATED_PAYMENT: '1',
  })
  try {
    expect(JSON.parse(await server.text('/healthz'))).toMatchObject({ status: 'ok', releaseSet: live })
    expect(await server.text('/products/riva-pebble')).toContain('<h1')
    expect(await server.text('/media/icon.svg')).toContain('<svg')
    const metrics = await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text()
    const page = `route="/products/:productSlug",status="200",remote="mf-catalog",version="${members['mf-catalog'] ?? ''}"`
    expect(metrics).toContain(`http_requests_total{method="GET",${page},cache="miss"} 1`)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The files in a store so far, of finished releases or not. */
const storedNames = (store: string) => readdirSync(store, { recursive: true }).map(String)

test('releases at once and one that is killed lose nothing and change no live set', async ({ shop }) => {
  test.setTimeout(120_000)
  const store = mkdtempSync(path.join(tmpdir(), 'shop-store-'))
  const before = await servedSet(shop)
  try {
    const killed = start('release', ['mf-admin'], shop, store)
    await expect.poll(() => storedNames(store), { intervals: [1], timeout: 60_000 }).not.toEqual([])
    killed.kill('SIGKILL')
    const outputs = await Promise.all([
      run('release', ['mf-admin'], shop, store),
      run('release', ['mf-admin'], shop, store),
      run('release', ['shell'], shop, store),
    ])
    for (const [index, name] of ['mf-admin', 'mf-admin', 'shell'].entries()) {
      const released = new RegExp(`Released ${name} (\\w+)$`).exec(outputs[index] ?? '')?.[1] ?? ''
      expect(await storedVersions(store, name)).toEqual([released])
      expect(await missingFiles(store, await readRecord(store, name, released))).toEqual([])
    }
    expect(await servedSet(shop)).toBe(before)
  } finally {
    rmSync(store, { recursive: true, force: true })
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
