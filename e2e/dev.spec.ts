import { expect, test } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { startShopProcess, type ShopProcess } from '../tools/test/shop-process'

let shop: ShopProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  const started = { by: ['dev', '--only', 'mf-catalog'], saying: 'Shop from source' }
  shop = await startShopProcess({ NODE_ENV: 'development' }, started)
})
test.afterAll(() => shop.stop())

const pages = [
  ['/products', 'Shop All'],
  ['/cart', 'Your cart'],
  ['/admin/login', 'Admin Portal'],
  ['/about', 'A quiet house'],
]

test('in development the shell and a remote run from source, in one page with remotes that are built', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  for (const [path = '', heading] of pages) {
    await page.goto(shop.siteUrl + path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 30_000 })
  }
  expect(errors).toEqual([])
})

test('development leaves the finished build whole', () => {
  const build = path.join(import.meta.dirname, '../shell/dist/web')
  const list: { entries: { index: { initial: { js: string[] } } } } = JSON.parse(
    readFileSync(path.join(build, 'manifest.json'), 'utf8'),
  )
  const missing = list.entries.index.initial.js.filter((file) => !existsSync(path.join(build, file)))
  expect(missing).toEqual([])
})
