import { expect, test } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { serviceOf } from '../tools/bench/web/own-release'
import { startShopProcess, type ShopProcess } from '../tools/test/shop-process'
import { copyCheckout } from './copied-checkout'
import { run } from './release-steps'

/** Runs a program of Node in a folder. @throws Error with its output when it fails */
async function node(folder: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', FORCE_COLOR: '0' }
  await promisify(execFile)(process.execPath, args, { cwd: folder, env, maxBuffer: 1e8 }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${args.join(' ')}\n${error.stdout}\n${error.stderr}`)
    },
  )
}

/** Has the shop's backend start again, which applies new migrations, while the web server goes on. */
function restartBackend({ dataDir }: ShopProcess): void {
  const [postgres] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(postgres), 'SIGINT')
}

test('a remote that the generator adds is built, checked, released, promoted and opened', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const checkout = mkdtempSync(path.join(tmpdir(), 'new-remote-'))
  let shop: ShopProcess | undefined
  try {
    copyCheckout(checkout)
    shop = await startShopProcess({}, { checkout })
    expect((await fetch(`${shop.siteUrl}/journal`)).status).toBe(404)

    const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js')
    await node(checkout, nx, 'g', 'remote', 'mf-journal')
    const targets = ['run-many', '-t', 'build,lint,test', '-p', '@shop/mf-journal', '--outputStyle=static']
    await node(checkout, nx, ...targets)
    await node(checkout, 'node_modules/typescript-7/bin/tsc', '-b', 'mf-journal', 'mf-journal/e2e')
    await node(checkout, '--import', 'tsx', 'supabase/lint-migrations.ts')

    restartBackend(shop)
    const { remote } = serviceOf(shop)
    await expect
      .poll(() => remote('mf-journal').catch(() => null), { timeout: 60_000 })
      .toEqual({ owner: 'journal', mounts: ['/journal'] })
    const released = await run('release', ['mf-journal'], shop)
    const version = /Released mf-journal (\w+)$/.exec(released)?.[1] ?? ''
    expect((await fetch(`${shop.siteUrl}/journal`)).status).toBe(404)
    await run('promote', ['mf-journal', version], shop)

    const html = await (await fetch(`${shop.siteUrl}/journal`)).text()
    expect(html).toContain('Journal</h1>')
    expect(html).toContain('<meta property="og:title" content="Journal | Aurelle &amp; Moss">')
    expect(await (await fetch(`${shop.siteUrl}/sitemap.xml`)).text()).toContain('/journal</loc>')
    await page.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    await page.goto(`${shop.siteUrl}/journal`)
    await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible()
    await expect(page).toHaveTitle('Journal | Aurelle & Moss')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Journal')
  } finally {
    await shop?.stop()
    rmSync(checkout, { recursive: true, force: true })
  }
})
