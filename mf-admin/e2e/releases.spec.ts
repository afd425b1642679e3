import { expect, type Page } from '@playwright/test'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { servedSet, textOf } from '../../e2e/release-steps'
import { test } from '../../e2e/shop'
import { open, signInStaff } from '../../e2e/steps'
import { copyRelease } from '../../tools/bench/web/own-release'

const [text, by] = ['Made for the quiet hours', 'Made for the late hours']

async function promote(page: Page, version: string, why: string): Promise<void> {
  await open(page, '/admin/releases?member=mf-catalog')
  const dialog = page.getByRole('dialog', { name: 'mf-catalog' })
  await dialog.getByLabel('Version').selectOption(version)
  const checks = dialog.getByRole('list', { name: `Checks of ${version}` })
  await expect(checks.getByRole('listitem').filter({ hasText: /^Passed ?Server/ })).toContainText('rendered')
  await dialog.getByLabel('Reason').fill(why)
  await dialog.getByRole('button', { name: 'Promote' }).click()
}

test('staff promote a release with a reason, the history shows it, and they roll back; a damaged one changes nothing', async ({
  page,
  shop,
}) => {
  test.setTimeout(180_000)
  const version = `page${Date.now().toString(36)}`
  const damaged = `damaged${Date.now().toString(36)}`
  const before = await servedSet(shop)
  await copyRelease(shop, 'mf-catalog', version, [text, by])
  await copyRelease(shop, 'mf-catalog', damaged)
  await signInStaff(page)

  // Its files have gone since the list was read.
  await page.route('**/composition/promotion', async (route) => {
    await rm(path.join(shop.releases, 'mf-catalog', damaged, 'remoteEntry.js'))
    await route.continue()
  })
  await promote(page, damaged, 'Never live')
  await expect(
    page.getByText(/Nothing was changed\. mf-catalog \w+ is incomplete: .*remoteEntry\.js/),
  ).toBeVisible()
  expect(await servedSet(shop)).toBe(before)
  await page.unroute('**/composition/promotion')

  await promote(page, version, 'For the late hours')
  await expect(page.getByText(`mf-catalog ${version} is live.`)).toBeVisible()
  await expect.poll(() => textOf(shop, '/')).toContain(by)
  const history = page.getByRole('table', { name: 'History of releases' })
  const event = (why: string) => history.getByRole('row').filter({ hasText: why })
  await expect(event('For the late hours')).toContainText('Promoted')
  await expect(event('For the late hours')).toContainText('admin@aurelle.test')
  await expect(event('For the late hours')).toContainText(version)

  await page.getByRole('button', { name: 'Roll back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Roll back the shop?' })
  await expect(dialog.getByRole('listitem')).toContainText(version)
  await dialog.getByLabel('Reason').fill('The hours were quiet')
  await dialog.getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByText(`Set ${before} is live again.`)).toBeVisible()
  await expect(event('The hours were quiet')).toContainText('Rolled back')
  await expect.poll(() => servedSet(shop)).toBe(before)
  expect(await textOf(shop, '/')).toContain(text)
})
