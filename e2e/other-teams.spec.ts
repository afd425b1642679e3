import { expect, type Page } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readRecord } from '@shop/federation/store'
import { oneOf } from '@shop/testing/sample'
import { serviceOf } from '../tools/bench/web/own-release'
import { untilServed } from '../tools/release/release-service'
import type { ShopProcess } from '../tools/test/shop-process'
import { buildApp } from './other-teams/build-app'
import { run } from './release-steps'
import { test } from './shop'
import { hydrated, open } from './steps'

/** Builds the remote of another team with the stock plugin of a bundler, and makes it live while `act` runs. */
async function withRemote(shop: ShopProcess, tool: string, act: () => Promise<void>): Promise<void> {
  const out = mkdtempSync(path.join(tmpdir(), 'other-team-'))
  try {
    await buildApp('remote', tool, out)
    const service = serviceOf(shop)
    const released = await run('release', ['mf-partner', '--from', out], shop)
    expect(released).not.toContain('cannot go live')
    const version = /Released mf-partner (\w+)$/.exec(released)?.[1] ?? ''
    const { live } = await service.promote([await readRecord(shop.releases, 'mf-partner', version)])
    try {
      await untilServed(shop, live)
      await act()
    } finally {
      await untilServed(shop, (await service.rollBack(false)).live)
    }
  } finally {
    rmSync(out, { recursive: true })
  }
}

/** Marks the document, so that a later one is told apart. */
const mark = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.same = 'yes'
  })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Opens a page of a module container with a script that is changed on the way, and expects that it does not run. */
async function rejectsChangedScript(page: Page): Promise<void> {
  await page.route(/\/mf-partner\/.*where-page.*\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()};document.title='changed'` })
  })
  await page.goto('/partner/where')
  await hydrated(page)
  await expect(heading(page, 'This part of the shop is not available')).toBeVisible()
  await expect(page).not.toHaveTitle('changed')
}

test.beforeAll(async ({ shop }) => {
  await run('releases', ['own', 'mf-partner', 'partners', '/partner'], shop)
})

// The plugin of rspack and webpack is one, and so is the form of what they build.
for (const tool of [...oneOf(['rspack', 'webpack'], 'a bundler of another team'), 'vite'])
  test(`a remote that another team built with ${tool} runs in the shop once it is released`, async ({
    adult: page,
    shop,
  }) => {
    test.setTimeout(180_000)
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await withRemote(shop, tool, async () => {
      await open(page, '/partner')
      await mark(page)
      await page.getByRole('button', { name: 'Pressed 0 times' }).click()
      await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible()
      if (tool !== 'vite') {
        await open(page, '/partner/button')
        await page.getByRole('button', { name: 'A button of the shop' }).click()
        await expect(page.getByRole('button', { name: 'Pressed' })).toBeVisible()
      }

      // Its own import of react-router-dom is the shop's router.
      await open(page, '/partner/where')
      await expect(heading(page, 'This is /partner/where')).toBeVisible()
      await mark(page)
      await page.getByRole('link', { name: 'To the products' }).click()
      await expect(heading(page, 'Shop All')).toBeVisible()
      await page.goBack()
      await expect(heading(page, 'This is /partner/where')).toBeVisible()
      await expect(page.locator('html[data-same]')).toBeAttached()
      expect(errors).toEqual([])
      if (tool === 'vite')
        await test.step('no script runs that was changed on the way', () => rejectsChangedScript(page))
    })
  })
