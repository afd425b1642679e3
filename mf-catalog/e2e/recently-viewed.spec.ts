import { expect, type Page } from '@playwright/test'
import { watchLayoutShifts } from '../../e2e/layout-shifts'
import { test } from '../../e2e/shop'
import { setDarkTheme, open, hydrated } from '../../e2e/steps'

const recent = (page: Page) => page.getByRole('region', { name: 'Recently viewed' })
const named = (page: Page) => recent(page).getByRole('heading', { level: 3 })
async function look(page: Page, slug: string): Promise<void> {
  await open(page, `/products/${slug}`)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('aurelle_recent')))
    .toContain(await page.locator('input[name=product]').inputValue())
}

test('recently viewed products are below a product and on the search page, shift nothing, and can be cleared', async ({
  adult: page,
}) => {
  const expectNoShift = await watchLayoutShifts(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/rare-recent|id=in\./.test(request.url())) asked.push(request.url())
  })
  await look(page, 'riva-pebble')
  await page.waitForLoadState('networkidle')
  expect(asked, 'nothing looked at before, nothing fetched').toEqual([])
  await expect(recent(page)).toBeHidden()
  await look(page, 'moss-balm')
  await look(page, 'halo-ring')
  await expect(named(page)).toHaveText(['Moss Balm', 'Riva Pebble'])
  await expectNoShift(page.url())
  await named(page).getByRole('link', { name: 'Riva Pebble' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Riva Pebble' })).toBeVisible()
  await expect(named(page)).toHaveText(['Halo Ring', 'Moss Balm'])

  await open(page, '/search')
  await expect(named(page)).toHaveText(['Riva Pebble', 'Halo Ring', 'Moss Balm'])
  await expectNoShift(page.url())
  await recent(page).getByRole('button', { name: 'Clear recently viewed' }).press('Enter')
  await expect(recent(page)).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Recently viewed cleared' })).toBeAttached()
  expect(await page.evaluate(() => localStorage.getItem('aurelle_recent'))).toBeNull()
  await page.reload()
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  await expect(recent(page)).toBeHidden()
})

test('on a phone in the dark theme only the row itself scrolls horizontally', async ({ adult: page }) => {
  const expectNoShift = await watchLayoutShifts(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await setDarkTheme(page)
  for (const slug of ['riva-pebble', 'moss-balm', 'halo-ring', 'plume-ostrich-feather'])
    await look(page, slug)
  await expect(named(page)).toHaveCount(3)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
  await open(page, '/search')
  await expect(named(page)).toHaveCount(4)
  await expectNoShift(page.url())
})
