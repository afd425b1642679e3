import { expect, type Page } from '@playwright/test'
import { started, test } from './shop'

const recent = (page: Page) => page.getByRole('region', { name: 'Recently viewed' })
const named = (page: Page) => recent(page).getByRole('heading', { level: 3 })
const shifts = (page: Page) => page.evaluate(() => new Promise<number>((resolve) => {
  const sum = (entries: PerformanceEntry[]) => entries.reduce((all, entry) => all + ('value' in entry ? Number(entry.value) : 0), 0)
  new PerformanceObserver((list) => { resolve(sum(list.getEntries())) }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => { requestAnimationFrame(() => { resolve(0) }) })
}))

async function look(page: Page, slug: string): Promise<void> {
  await page.goto(`/products/${slug}`)
  await started(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('aurelle_recent'))).toContain(await page.locator('input[name=product]').inputValue())
}

test('pieces looked at are found again below a product and on the search page, move nothing, and are forgotten at a word', async ({ adult: page }) => {
  const asked: string[] = []
  page.on('request', (request) => { if (/rare-recent|id=in\./.test(request.url())) asked.push(request.url()) })
  await look(page, 'riva-pebble')
  await page.waitForLoadState('networkidle')
  expect(asked, 'nothing looked at before, nothing fetched').toEqual([])
  await expect(recent(page)).toBeHidden()
  await look(page, 'moss-balm')
  await look(page, 'halo-ring')
  await expect(named(page)).toHaveText(['Moss Balm', 'Riva Pebble'])
  expect(await shifts(page)).toBe(0)
  await named(page).getByRole('link', { name: 'Riva Pebble' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Riva Pebble' })).toBeVisible()
  await expect(named(page)).toHaveText(['Halo Ring', 'Moss Balm'])

  await page.goto('/search')
  await started(page)
  await expect(named(page)).toHaveText(['Riva Pebble', 'Halo Ring', 'Moss Balm'])
  expect(await shifts(page)).toBe(0)
  await recent(page).getByRole('button', { name: 'Clear recently viewed' }).press('Enter')
  await expect(recent(page)).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Recently viewed cleared' })).toBeAttached()
  expect(await page.evaluate(() => localStorage.getItem('aurelle_recent'))).toBeNull()
  await page.reload()
  await started(page)
  await page.waitForLoadState('networkidle')
  await expect(recent(page)).toBeHidden()
})

test('on a phone, in the dark, nothing scrolls sideways but the row itself', async ({ adult: page }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  await page.evaluate(() => { localStorage.setItem('theme', 'dark') })
  for (const slug of ['riva-pebble', 'moss-balm', 'halo-ring', 'plume-ostrich-feather']) await look(page, slug)
  await expect(named(page)).toHaveCount(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await page.goto('/search')
  await expect(named(page)).toHaveCount(4)
  expect(await shifts(page)).toBe(0)
})

test('the privacy page says what stays on the device', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByText(/which twelve pieces you looked at last.*without a network/)).toBeVisible()
})
