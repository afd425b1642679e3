import { expect, type Page } from '@playwright/test'
import { browserFaults, entry, withBrowserFault, type BrowserFault } from './browser-faults'
import { faultCases, type Remote } from './fault-cases'
import { test } from './shop'

const searchField = (page: Page) =>
  page
    .getByRole('combobox', { name: 'Search products' })
    .or(page.getByRole('textbox', { name: 'Search products' }))

/** The header answers: its search opens, which is the catalogue's, or else a field. The back office has another one. */
async function headerResponses(page: Page, { name }: Remote): Promise<void> {
  if (name === 'mf-admin') return
  await page.getByRole('button', { name: 'Search' }).first().click()
  await expect(searchField(page)).toBeVisible({ timeout: 5000 })
  await page.keyboard.press('Escape')
}

const lateWord = (page: Page) => page.getByText('Part of this page is still on its way')
const lostWord = (page: Page, { isServerRendered }: Remote, word: BrowserFault['word']) =>
  page.getByText(
    isServerRendered && word === 'lost'
      ? 'Part of this page could not be loaded'
      : 'This part of the shop is not available',
  )

async function seesTheFault(page: Page, remote: Remote, { what, word }: BrowserFault): Promise<void> {
  const retry = page.getByRole('button', { name: 'Try again' })
  // A page of the server stands from the first moment, before any script has failed.
  if (remote.isServerRendered && word !== 'broken') await expect(remote.shows(page)).toBeVisible()
  if (word === 'late') {
    const came = page.waitForResponse(
      (response) => response.url().includes(`/${remote.name}/`) && entry.test(response.url()),
      { timeout: 20_000 },
    )
    if (remote.isServerRendered) {
      await expect(lateWord(page)).toBeVisible()
      // A press ends the wait for it.
      await retry.click()
    }
    await headerResponses(page, remote)
    await came
    await expect(remote.shows(page)).toBeVisible()
    await expect(lateWord(page)).toBeHidden()
    await expect(retry).toBeHidden()
  } else if (word === 'lost' || word === 'broken') {
    await headerResponses(page, remote)
    await expect(lostWord(page, remote, word)).toBeVisible({
      timeout: what === 'never answers' ? 40_000 : 10_000,
    })
    await expect(retry).toBeVisible()
    if (remote.isServerRendered && word === 'lost') await expect(remote.shows(page)).toBeVisible()
  } else {
    await headerResponses(page, remote)
    await expect(remote.shows(page)).toBeVisible()
    await expect(retry).toBeHidden()
  }
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false)
}

for (const { remote, fault } of faultCases(browserFaults)) {
  const { name, at, other, otherShows } = remote
  test(`${name} ${fault.what}: its part degrades, the rest of the shop answers`, async ({ page, shop }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    const visit = async () => {
      await page.goto(at, { waitUntil: 'domcontentloaded' })
      await seesTheFault(page, remote, fault)
      await page.goto(other, { waitUntil: 'domcontentloaded' })
      await expect(page.getByRole('heading', { level: 1, name: otherShows })).toBeVisible()
    }
    const uncaught: string[] = []
    page.on('pageerror', ({ message }) => uncaught.push(message))
    await withBrowserFault(page, shop, name, fault, visit)
    if (fault.word === 'none') expect(uncaught).toContain('Nobody caught it')
  })
}
