import { existsSync } from 'node:fs'
import { chromium, type BrowserContext } from 'playwright'
import { errorMessage } from '../../shell/server/error-message'
import { compiledFile } from '../../shell/server/compiled-file'
import { findings, warning } from '../../shell/server/releases/finding'
import type { RunCandidate } from '../../shell/server/releases/verdict'
import { runBuilds } from '../build/build'
import { browserArguments, presentBrowser } from '../test/browser'
import { candidateRunner, type OpenPages, type RunnableCandidate } from './run-candidate'

/** Pages that are opened in a browser, which takes about a second each. */
const maxOpened = 8
const pageMs = 20_000

/** Opens a page and waits until it works. @returns what fails in it; null without a failure */
async function openPage(context: BrowserContext, path: string): Promise<string | null> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  // Where a remote cannot be loaded or rendered, the shell says so in its place.
  const notice = page.getByText(
    /^(?:This part of the shop is not available|Part of this page could not be loaded)/,
  )
  try {
    await page.goto(path)
    await page.waitForFunction(
      () =>
        performance.getEntriesByName('shop-ready').length > 0 ||
        document.body.innerText.includes('could not be loaded'),
      undefined,
      { timeout: pageMs },
    )
    if ((await notice.count()) > 0) errors.push('its code cannot be loaded or rendered')
  } catch (error) {
    errors.push(errorMessage(error).split('\n')[0] ?? '')
  }
  await page.close()
  return errors[0] ?? null
}

/** Opens pages in a browser. @returns the first failure, in a sentence; null without one */
async function firstFailure(siteUrl: string, paths: readonly string[], browserFile: string) {
  const browser = await chromium.launch({ executablePath: browserFile, args: browserArguments })
  try {
    const context = await browser.newContext({ baseURL: siteUrl })
    await context.addInitScript(() => {
      sessionStorage.setItem('aurelle_age_confirmed', 'yes')
    })
    for (const path of paths) {
      const failure = await openPage(context, path)
      if (failure !== null) return `${path} fails in the browser: ${failure}.`
    }
    return null
  } finally {
    await browser.close()
  }
}

const openPages: OpenPages = async (siteUrl, paths) => {
  const browserFile = presentBrowser()
  if (browserFile === null)
    return [warning('browser', 'Not opened in a browser: there is no Chromium at hand.')]
  const opened = paths.slice(0, maxOpened)
  const failure = await firstFailure(siteUrl, opened, browserFile)
  const all = `${String(opened.length)} of ${String(paths.length)} pages were opened.`
  return findings('browser', failure === null ? [] : [failure], all)
}

/**
 * Runs a candidate in the live set on this machine: its pages are rendered, and opened in a browser where there is one.
 * @param backend the shop's, with the key of visitors
 */
export function runWithBrowser(
  candidate: RunnableCandidate,
  backend: { url: string; key: string },
): RunCandidate {
  return async (records, pages) => {
    // The web server's own scripts, which its modules read when they are imported.
    if (!existsSync(compiledFile('theme.js'))) await runBuilds(['shell'])
    return candidateRunner(candidate, backend, openPages)(records, pages)
  }
}
