import { composeSet, verifiedReader } from '@shop/federation/store'
import { existsSync } from 'node:fs'
import { chromium, type BrowserContext } from 'playwright'
import { shopData } from '../../shell/server/cache/shop-data'
import { compiledFile } from '../../shell/server/compiled-file'
import { listen } from '../../shell/server/listen'
import { fixedReleaseSet } from '../../shell/server/releases/live-releases'
import { releaseFile } from '../../shell/server/releases/release-files'
import { runBuilds } from '../build/build'
import { root } from '../environment'
import { browserArguments, presentBrowser } from '../test/browser'
import { freePort } from '../test/shop-process'
import { findings, pathsToOpen, warning, type Candidate, type RunCandidate } from './verdict'

/** Pages that are opened in a browser, which takes about a second each. */
const maxOpened = 8
const pageMs = 20_000

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Where the candidate runs, and what its web server has warned of since it was asked last. */
interface Running {
  siteUrl: string
  warnings: () => string[]
}

/** Asks the web server for each page. @returns the first failure, in a sentence; null without one */
async function askForPages({ siteUrl, warnings }: Running, paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const { status } = await fetch(siteUrl + path, { redirect: 'manual' })
    const [warned] = warnings()
    if (warned !== undefined) return warned
    if (status >= 400) return `${path} answers ${String(status)}.`
  }
  return null
}

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
    errors.push(messageOf(error).split('\n')[0] ?? '')
  }
  await page.close()
  return errors[0] ?? null
}

/** Opens pages in a browser. @returns the first failure, in a sentence; null without one */
async function openPages(siteUrl: string, paths: readonly string[], browserFile: string) {
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

/** The paths that the sitemap of a shop lists. */
async function listedPaths(siteUrl: string): Promise<string[]> {
  const text = await (await fetch(`${siteUrl}/sitemap.xml`)).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
}

/**
 * Runs the live set with the candidate in it on a port of its own, with the data of the shop, and opens the candidate's pages.
 * @param backend the shop's, with the key of visitors
 */
export function candidateRunner(
  { store, keys, name, version }: Pick<Candidate, 'store' | 'keys' | 'name' | 'version'>,
  backend: { url: string; key: string },
): RunCandidate {
  return async (records, pages) => {
    const shell = records.find((record) => record.name === 'shell')
    if (!shell?.server) return [warning('server', 'It was not run, since the shell has no server build.')]
    // The web server's own scripts, which its modules read when they are imported.
    if (!existsSync(compiledFile('theme.js'))) await runBuilds(['shell'])
    const { createWebApp } = await import('../../shell/server/app')
    const { loadServerBuilds } = await import('../../shell/server/render/workers/server-builds')
    const { inlineScriptsOfSets } = await import('../../shell/server/releases/inline-scripts')
    const set = composeSet('candidate', records)
    let warned: string[] = []
    const warn = (message: string) => void warned.push(message)
    const read = verifiedReader(store, keys)
    const builds = loadServerBuilds({ read, fileOf: (url) => releaseFile(store, url), workers: 1, warn })
    const data = shopData(backend, () => undefined)
    const port = await freePort()
    const siteUrl = `http://localhost:${String(port)}`
    try {
      await builds.prepare(set)
      // Another member's fault is not the candidate's.
      const broken = warned.filter((message) => message.includes(`${name} ${version}`))
      warned = []
      const app = await createWebApp({
        ...{ root, store, siteUrl, data, builds, warn, releaseKeys: keys },
        ...{ supabaseUrl: backend.url, supabaseKey: backend.key, releases: fixedReleaseSet(set) },
        inlineScripts: inlineScriptsOfSets(store, read),
      })
      const web = await listen(app, { port })
      try {
        const running = {
          siteUrl,
          warnings: () => warned.splice(0),
        }
        const listed = await listedPaths(siteUrl)
        // Of a shell also what it shows of the remotes.
        const paths = [...(name === 'shell' ? listed.slice(0, 4) : []), ...pathsToOpen(pages, listed)]
        running.warnings()
        const onServer = broken[0] ?? (await askForPages(running, paths))
        if (onServer !== null) return findings('server', [onServer], '')
        const rendered = findings(
          'server',
          [],
          `${String(paths.length)} pages were rendered in the live set.`,
        )
        const browserFile = presentBrowser()
        if (browserFile === null)
          return [...rendered, warning('browser', 'Not opened in a browser: there is no Chromium at hand.')]
        const opened = paths.slice(0, maxOpened)
        const inBrowser = await openPages(siteUrl, opened, browserFile)
        const all = `${String(opened.length)} of ${String(paths.length)} pages were opened.`
        return [...rendered, ...findings('browser', inBrowser === null ? [] : [inBrowser], all)]
      } finally {
        await web.close()
      }
    } catch (error) {
      return findings('server', [`The set with ${name} ${version} does not run: ${messageOf(error)}`], '')
    } finally {
      await Promise.all([builds.stop(), data.stop()])
    }
  }
}
