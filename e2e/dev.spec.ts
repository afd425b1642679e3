import { expect } from '@playwright/test'
import { oneOf } from '@shop/testing/sample'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startShopProcess, type ShopProcess } from '../tools/test/shop-process'
import { allWidths, expectAccessible } from './axe'
import { copyCheckout } from './copied-checkout'
import { test } from './shop'

// All in one file, so that one runs after another: the ports of the development servers are fixed.
test.describe('on a backend of its own', () => {
  let dev: ShopProcess
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    const started = { by: ['dev', '--only', 'mf-catalog'], saying: 'Shop from source' }
    dev = await startShopProcess({ NODE_ENV: 'development' }, started)
  })
  test.afterAll(() => dev.stop())

  const pages = [
    ['/products', 'Shop All'],
    ['/cart', 'Your cart'],
  ]

  test('in development the shell and a remote run from source, in one page with remotes that are built', async ({
    visitor,
  }) => {
    test.setTimeout(120_000)
    for (const [path = '', heading] of pages) {
      await visitor.goto(dev.siteUrl + path)
      await expect(visitor.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 30_000 })
    }
  })

  test('development leaves the finished build whole', () => {
    const build = path.join(import.meta.dirname, '../shell/dist/web')
    const list: { entries: { index: { initial: { js: string[] } } } } = JSON.parse(
      readFileSync(path.join(build, 'manifest.json'), 'utf8'),
    )
    const missing = list.entries.index.initial.js.filter((file) => !existsSync(path.join(build, file)))
    expect(missing).toEqual([])
  })
})

test('a remote from source runs in a deployed shop, in one browser, for whoever has its token', async ({
  shop,
  staff,
  adult: page,
  browser,
}) => {
  test.setTimeout(180_000)
  const checkout = mkdtempSync(path.join(tmpdir(), 'dev-'))
  const by = ['dev', '--only', 'mf-catalog', '--shop', shop.siteUrl]
  const button = (name: string) => ({ name, exact: true })
  let dev: ShopProcess | undefined
  try {
    copyCheckout(checkout)
    dev = await startShopProcess(
      { NODE_ENV: 'development', RELEASE_TOKEN: await staff.releaseToken('mf-catalog') },
      { by, saying: 'Shop from source', checkout },
    )
    await page.goto(`${dev.siteUrl}/products/riva-pebble`)
    await page.getByRole('button', button('Add to cart')).click({ timeout: 30_000 })
    await page.getByText('Item has been added to your cart.').waitFor()
    await page.getByRole('spinbutton').fill('3')

    const file = path.join(checkout, 'mf-catalog/src/product/add-to-cart.tsx')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\bAdd to cart$/m, 'Put in the basket'))
    const changed = page.getByRole('button', button('Put in the basket'))
    await expect(changed).toBeVisible()
    await expect(page.getByRole('spinbutton')).toHaveValue('3')
    await page.reload()
    await expect(changed).toBeVisible()
    await page.goto(`${dev.siteUrl}/cart`)
    await expect(page.getByRole('main').getByText('Riva Pebble')).toBeVisible()

    const other = await browser.newPage()
    await other.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    await other.goto(`${shop.siteUrl}/products/riva-pebble`)
    await expect(other.getByRole('button', button('Add to cart'))).toBeVisible()
    await expect(other.getByText('from source')).toHaveCount(0)
    await other.close()

    const badge = page.getByRole('complementary', { name: 'From source' })
    await expect(badge).toContainText(`mf-catalog from source in localhost:${String(shop.port)}`)
    await expectAccessible(page, oneOf(allWidths, 'a remote from source'))
    await badge.getByRole('link').click()
    await expect(page).toHaveURL(`${shop.siteUrl}/`)
  } finally {
    await dev?.stop()
    rmSync(checkout, { recursive: true, force: true })
  }
})
