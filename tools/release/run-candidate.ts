import { composeSet, verifiedReader } from '@shop/federation/store'
import { errorMessage } from '../../shell/server/error-message'
import { shopData } from '../../shell/server/cache/shop-data'
import { listen } from '../../shell/server/listen'
import { fixedReleaseSet } from '../../shell/server/releases/live-releases'
import { releaseFile } from '../../shell/server/releases/release-files'
import { findings, warning, type Finding } from '../../shell/server/releases/finding'
import { pathsToOpen, type Candidate, type RunCandidate } from '../../shell/server/releases/verdict'
import { root } from '../environment'
import { freePort } from '@shop/local-supabase/free-port'

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

/** The paths that the sitemap of a shop lists. */
async function listedPaths(siteUrl: string): Promise<string[]> {
  const text = await (await fetch(`${siteUrl}/sitemap.xml`)).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
}

/** What of a candidate is run. */
export type RunnableCandidate = Pick<Candidate, 'store' | 'keys' | 'name' | 'version'>

/** Opens pages of a site in a browser. */
export type OpenPages = (siteUrl: string, paths: readonly string[]) => Promise<Finding[]>

/**
 * Runs the live set with the candidate in it on a port of its own, with the data of the shop, and renders the candidate's pages.
 * @param backend the shop's, with the key of visitors
 * @param openPages opens them too, once all are rendered
 */
export function candidateRunner(
  { store, keys, name, version }: RunnableCandidate,
  backend: { url: string; key: string },
  openPages: OpenPages,
): RunCandidate {
  return async (records, pages) => {
    const shell = records.find((record) => record.name === 'shell')
    if (!shell?.server) return [warning('server', 'It was not run, since the shell has no server build.')]
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
        return [...rendered, ...(await openPages(siteUrl, paths))]
      } finally {
        await web.close()
      }
    } catch (error) {
      return findings('server', [`The set with ${name} ${version} does not run: ${errorMessage(error)}`], '')
    } finally {
      await Promise.all([builds.stop(), data.stop()])
    }
  }
}
