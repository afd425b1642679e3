import { expect, type Page } from '@playwright/test'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { oneOf } from '@shop/testing/sample'
import { allWidths, expectAccessible } from '../../e2e/axe'
import { servedSet, textOf } from '../../e2e/release-steps'
import { test } from '../../e2e/shop'
import { open, signInStaff } from '../../e2e/steps'
import { isGiven } from '../../shell/server/canary/canary-groups'
import { copyRelease, serviceOf } from '../../tools/bench/web/own-release'

const [text, by] = ['Made for the quiet hours', 'Made for the late hours']

/** Chooses a version of the catalogue and says why, once it is checked. */
async function choose(page: Page, version: string, why: string) {
  await open(page, '/admin/releases?member=mf-catalog')
  const dialog = page.getByRole('dialog', { name: 'mf-catalog' })
  await dialog.getByLabel('Version').selectOption(version)
  const checks = dialog.getByRole('list', { name: `Checks of ${version}` })
  await expect(checks.getByRole('listitem').filter({ hasText: /^Passed ?Server/ })).toContainText('rendered')
  await dialog.getByLabel('Reason').fill(why)
  return dialog
}

async function promote(page: Page, version: string, why: string): Promise<void> {
  await (await choose(page, version, why)).getByRole('button', { name: 'Promote' }).click()
}

test('staff promote a release with a reason, the history shows it, they roll back and look at it again; a damaged one changes nothing', async ({
  page,
  shop,
  browser,
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

  const row = event('For the late hours')
  await row.getByRole('button', { name: 'Preview set' }).click()
  const link = (await row.getByRole('link', { name: 'Open preview of set' }).getAttribute('href')) ?? ''
  const visitor = await browser.newContext({ baseURL: shop.siteUrl, javaScriptEnabled: false })
  const preview = await visitor.newPage()
  await preview.goto(link)
  await expect(preview.getByRole('complementary', { name: 'Preview' })).toContainText('Preview of set')
  await preview.getByRole('button', { name: 'I am 18 or older' }).click()
  await expect(preview.getByText(by)).toBeVisible()
  expect(await textOf(shop, '/')).toContain(text)
  await preview.getByRole('button', { name: 'Leave preview' }).click()
  await expect(preview.getByText(text)).toBeVisible()
  await expect(preview.getByRole('complementary', { name: 'Preview' })).toHaveCount(0)
  await preview.goto(`${link}x`)
  await expect(preview.getByText('This preview link is not valid.', { exact: false })).toBeVisible()
  await visitor.close()

  await page.goto(`${link}#map`)
  const badge = page.getByRole('complementary', { name: 'Preview' })
  await expect(badge).toContainText('Preview of set')
  await expect(badge.getByRole('button', { name: /^Frame: shell \w+$/ })).toBeVisible()
  await badge.getByRole('button', { name: `Page: mf-catalog ${version}` }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expectAccessible(page, oneOf(allWidths, 'a preview'))
  await page.keyboard.press('Control+k')
  // The dialog hides the badge from screen readers.
  const part = { name: `Part: mf-catalog ${version}`, includeHidden: true }
  await expect(page.getByRole('button', part)).toBeAttached()
})

test('staff start a canary; a visitor gets it and confirms that its page runs; staff see and stop it, and make a token', async ({
  page,
  shop,
}) => {
  test.setTimeout(180_000)
  const before = await servedSet(shop)
  const version = `canary${Date.now().toString(36)}`
  await copyRelease(shop, 'mf-catalog', version, [text, by])
  await signInStaff(page)
  const form = await choose(page, version, 'For whom it is late')
  await form.getByLabel('Visitors').selectOption('10')
  await form.getByRole('switch', { name: 'Advance by hand' }).click()
  await form.getByRole('button', { name: 'Start canary' }).click()
  await expect(page.getByText(`mf-catalog ${version} goes to 10 % of visitors.`)).toBeVisible()
  const running = await serviceOf(shop).canary()
  if (!running) throw new Error('No canary runs')
  const { id, candidate } = running
  const number = Array.from({ length: 10_000 }, (_, one) => one).find((one) =>
    isGiven({ id, share: 10 }, one),
  )
  await page.context().addCookies([{ name: 'aurelle_canary', value: String(number), url: shop.siteUrl }])
  const setOf = async () => (await page.request.get(shop.siteUrl)).headers()['x-release-set']
  await expect.poll(setOf).toBe(candidate)
  const confirmed = page.waitForRequest((request) => new URL(request.url()).pathname === '/loads')
  await open(page, '/')
  await confirmed
  await expect(page.getByText(by)).toBeVisible()

  await open(page, '/admin/releases')
  await expect(page.getByRole('row', { name: /^mf-catalog/ }).first()).toContainText(
    '10 % of visitors, canary',
  )
  const canary = page.getByRole('region', { name: 'Canary' })
  await expect(canary).toContainText(`Set ${candidate} goes to 10 % of visitors`)
  await canary.getByRole('button', { name: 'Stop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop the canary?' })
  await dialog.getByLabel('Reason').fill('The hours are too late')
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('The canary is stopped.')).toBeVisible()
  await expect(canary).toBeHidden()
  const history = page.getByRole('table', { name: 'History of releases' })
  const event = (why: string) => history.getByRole('row').filter({ hasText: why })
  await expect(event('For whom it is late')).toContainText('Canary started')
  await expect(event('The hours are too late')).toContainText('Canary stopped')
  await expect.poll(setOf).toBe(before)

  await page.getByRole('button', { name: 'New Token' }).click()
  const token = page.getByRole('dialog', { name: 'New release token' })
  await token.getByLabel('Member').selectOption('mf-catalog')
  await token.getByLabel('What for').fill(`Pipeline ${version}`)
  await token.getByRole('button', { name: 'Make Token' }).click()
  const made = page.getByRole('dialog', { name: 'The release token' })
  await expect(made.getByLabel('Token')).toHaveCSS('font-variant-ligatures', 'no-common-ligatures')
  const secret = await made.getByLabel('Token').inputValue()
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  await made.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(`Pipeline ${version}`) })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(secret)
})
