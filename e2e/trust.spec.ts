import { expect, type Page } from '@playwright/test'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyRelease, serviceOf } from '../tools/bench/web/own-release'
import { test } from './shop'

const unavailable = 'This part of the shop is not available'

/** Answers requests for files with their content and more, as whoever controls the network could. */
async function tamper(page: Page, files: RegExp): Promise<void> {
  await page.route(files, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `window.tampered = true;${await answer.text()}` })
  })
}

const isTampered = (page: Page) => page.evaluate(() => 'tampered' in window)

for (const [what, files] of [
  ['entry', /releases\/mf-cart-checkout\/\w+\/remoteEntry\.js/],
  ['chunk', /releases\/mf-cart-checkout\/\w+\/js\//],
] as const)
  test(`a tampered ${what} does not run, and the rest of the shop works`, async ({ page }) => {
    await tamper(page, files)
    await page.goto('/checkout')
    await expect(page.getByText(unavailable)).toBeVisible()
    expect(await isTampered(page)).toBe(false)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shop All' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop All')
    expect(await isTampered(page)).toBe(false)
  })

test('a script that is not of the page’s release set cannot be added', async ({ page }) => {
  await page.goto('/about')
  const add = (src: string) =>
    page.evaluate((address) => {
      try {
        document.createElement('script').src = address
        return 'added'
      } catch (error) {
        return error instanceof Error ? error.name : ''
      }
    }, src)
  expect(await add('/media/anything.js')).toBe('TypeError')
  expect(await add('/releases/mf-catalog/another/remoteEntry.js')).toBe('TypeError')
})

const append = (folder: string, file: string) => {
  writeFileSync(
    path.join(folder, file),
    `${readFileSync(path.join(folder, file), 'utf8')}\n;globalThis.tampered = 1`,
  )
}

for (const { what, spoil, reason, changes } of [
  {
    what: 'server build was changed',
    spoil: (folder: string) => append(folder, 'server.cjs'),
    reason: 'server.cjs is missing or was changed',
  },
  {
    what: 'signature is another’s',
    spoil: (folder: string) => {
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.sig')))
        writeFileSync(path.join(folder, file), Buffer.alloc(64, 7).toString('base64'))
    },
    reason: 'its record is not as it was signed',
  },
  {
    what: 'record has no hash of its entry',
    spoil: () => undefined,
    changes: { files: {} },
    reason: 'its record has no hash of remoteEntry.js',
  },
  {
    what: 'code needs a name that the shell lacks',
    spoil: () => undefined,
    changes: { needs: { '@shop/ui': ['Lookbook'] } },
    reason: 'needs Lookbook of @shop/ui',
  },
])
  test(`a release whose ${what} is not served, the one before is, and the health check says why`, async ({
    page,
    request,
    shop,
  }) => {
    const service = serviceOf(shop)
    const spoiled = `spoiled${String(Date.now())}`
    const folder = path.join(shop.releases, 'mf-catalog', spoiled)
    const record = await copyRelease(shop, 'mf-catalog', spoiled, null, changes)
    const isWell = async () => (await request.get('/healthz')).ok()
    try {
      spoil(folder)
      await service.promote([record])
      await expect.poll(isWell).toBe(false)
      const health: unknown = await (await request.get('/healthz')).json()
      expect(health).toMatchObject({ refused: { member: 'mf-catalog', version: spoiled } })
      expect(JSON.stringify(health)).toContain(reason)
      await page.goto('/products')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop All')
      expect(await isTampered(page)).toBe(false)
    } finally {
      await service.rollBack(true)
      await expect.poll(isWell).toBe(true)
      rmSync(folder, { recursive: true, force: true })
    }
  })
