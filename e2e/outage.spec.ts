import { expect } from '@playwright/test'
import { renameSync } from 'node:fs'
import { oneOf } from '@shop/testing/sample'
import { withOwnRelease } from '../tools/bench/web/own-release'
import { faultyRemotes } from './fault-cases'
import { test } from './shop'

const unavailable = 'This part of the shop is not available'

for (const { name, at, shows, other, otherShows } of oneOf(faultyRemotes, 'a remote without its files')) {
  test(`without the files of ${name} the rest works, and Retry recovers without a reload`, async ({
    page,
    request,
    shop,
  }) => {
    await withOwnRelease(shop, name, 'outage', async (files) => {
      // The server has already rendered the page, from files it has loaded.
      expect((await request.get(at)).ok()).toBe(true)
      const away = `${files}-away`
      renameSync(files, away)
      try {
        expect((await request.get('/healthz')).status()).toBe(503)
        await page.goto(at)
        await expect(page.getByText(unavailable)).toBeVisible()
        await expect(page.getByText('Not found')).toBeHidden()
        if (name !== 'mf-admin') await expect(page.getByRole('contentinfo')).toBeVisible()
        const second = await page.context().newPage()
        await second.goto(other)
        await expect(second.getByRole('heading', { level: 1 })).toHaveText(otherShows)
        await second.close()
      } finally {
        renameSync(away, files)
      }
      // The releases on disk are looked at every ten seconds.
      await expect.poll(async () => (await request.get('/healthz')).status(), { timeout: 30_000 }).toBe(200)
      await page.evaluate(() => {
        document.documentElement.dataset.sameDocument = 'yes'
      })
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(shows(page)).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.dataset.sameDocument)).toBe('yes')
    })
  })
}
