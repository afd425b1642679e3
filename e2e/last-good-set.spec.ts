import { expect } from '@playwright/test'
import { withOwnRelease } from '../tools/bench/web/own-release'
import { newVersion } from './fault-cases'
import { spoilContainer } from './faulty-code'
import { runsSet, servedSet } from './release-steps'
import { test } from './shop'
import { hydrated } from './steps'

for (const [name, at, lost] of [
  ['mf-catalog', '/products', 'Part of this page could not be loaded'],
  ['mf-admin', '/admin/login', 'This part of the shop is not available'],
] as const)
  test(`${at} of a set whose ${name} throws is retried in place once, then opened with the set before`, async ({
    page,
    shop,
  }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    const before = await servedSet(shop)
    const retry = page.getByRole('button', { name: 'Try again' })
    const visit = async () => {
      await page.goto(at, { waitUntil: 'domcontentloaded' })
      const faulty = await runsSet(page)
      expect(faulty).not.toBe(before)
      await expect(page.getByText(lost)).toBeVisible()
      const asked = page.waitForResponse(/\/config\.json\?/)
      await retry.click()
      await asked
      await expect(page.getByText(lost)).toBeVisible()
      expect(await runsSet(page)).toBe(faulty)

      const opened = page.waitForEvent('domcontentloaded')
      await retry.click()
      await opened
      expect(await runsSet(page)).toBe(before)
      await hydrated(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(lost)).toBeHidden()
      await expect(retry).toBeHidden()
    }
    const code = spoilContainer(name, { before: "throw new Error('It threw at import');" })
    await withOwnRelease(shop, name, newVersion(), visit, code)
  })
