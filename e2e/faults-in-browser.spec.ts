import { expect, type Page, type Route } from '@playwright/test'
import { withOwnRelease } from '../tools/bench/web/own-release'
import { faultCases, newVersion, type Remote } from './fault-cases'
import { spoilContainer } from './faulty-code'
import { test } from './shop'

const entry = /\/remoteEntry\.js$/
const chunk = /\/js\/(?!__federation)[^/]+\.js$/

interface BrowserFault {
  what: string
  /** The scripts of the remote that are not answered as they should be, and how they are. */
  files?: RegExp
  respond?: (route: Route) => Promise<unknown>
  /** The fault of its code, in a release with the right hashes. */
  code?: Parameters<typeof spoilContainer>[1]
  /** The visitor reads this of it; nothing where the page works. */
  word: 'lost' | 'late' | 'broken' | 'none'
}

const tampered = async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, body: `window.tampered = true;${await response.text()}` })
}

// Each fault lasts; those of one answer are in bad-network.spec.ts. No remote ships style sheets: a tampered style is a tampered
// chunk. A loop in a browser's script stops its tab, whoever wrote it; a loop and 500 MB on the web server are in faults-on-server.spec.ts.
const faults: BrowserFault[] = [
  { what: 'is down', files: /./, respond: (route) => route.abort('connectionrefused'), word: 'lost' },
  {
    what: 'is slow by ten seconds',
    files: entry,
    respond: (route) =>
      new Promise((resolve) => setTimeout(resolve, 10_000, null)).then(() => route.continue()),
    word: 'late',
  },
  { what: 'never answers', files: entry, respond: () => new Promise(() => undefined), word: 'lost' },
  { what: 'has a tampered entry', files: entry, respond: tampered, word: 'lost' },
  { what: 'has a tampered chunk', files: chunk, respond: tampered, word: 'lost' },
  { what: 'throws at import', code: { before: "throw new Error('It threw at import');" }, word: 'lost' },
  { what: 'throws at render', code: { render: "throw new Error('It threw at render')" }, word: 'broken' },
  {
    what: 'rejects unhandled',
    code: { before: "void Promise.reject(new Error('Nobody caught it'));" },
    word: 'none',
  },
]

/** The header answers: its search opens. The back office has another one. */
async function headerResponses(page: Page, { name }: Remote): Promise<void> {
  if (name === 'mf-admin') return
  await page.getByRole('button', { name: 'Search' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: 5000 })
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

for (const { remote, fault } of faultCases(faults)) {
  const { name, at, other, otherShows } = remote
  test(`${name} ${fault.what}: its part degrades, the rest of the shop answers`, async ({ page, shop }) => {
    await page.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    const { files, respond, code, word } = fault
    if (files && respond)
      await page.route(
        (url) => url.pathname.startsWith(`/releases/${name}/`) && files.test(url.pathname),
        respond,
      )
    const visit = async () => {
      await page.goto(at, { waitUntil: 'domcontentloaded' })
      await seesTheFault(page, remote, fault)
      await page.goto(other, { waitUntil: 'domcontentloaded' })
      await expect(page.getByRole('heading', { level: 1, name: otherShows })).toBeVisible()
    }
    const uncaught: string[] = []
    page.on('pageerror', ({ message }) => uncaught.push(message))
    if (code) await withOwnRelease(shop, name, newVersion(), visit, spoilContainer(name, code))
    else await visit()
    if (word === 'none') expect(uncaught).toContain('Nobody caught it')
  })
}
