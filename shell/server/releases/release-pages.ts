import type { ReleaseSet } from '@shop/federation'
import type { PageRule } from '@shop/router/server'
import { LRUCache } from 'lru-cache'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { errorMessage } from '../error-message'
import { releaseFile } from './release-files'
import { sitePages, type SitePages } from './site-pages'

const text = v.pipe(v.string(), v.maxLength(1000))
const rule = v.object({
  path: v.pipe(text, v.startsWith('/')),
  status: v.picklist([200, 404]),
  head: v.nullable(v.object({ title: text, description: text })),
  missing: v.nullable(text),
  robots: v.picklist(['index', 'noindex', 'disallow']),
  personal: v.boolean(),
  offline: v.picklist(['page', 'notice', 'nothing']),
  reads: v.boolean(),
  forGuest: v.boolean(),
  // Releases from before pages took forms do not say it.
  takesForms: v.optional(v.boolean(), false),
  showsQrCodes: v.boolean(),
  // Releases from before fragments were parts of pages name none.
  fragments: v.optional(v.record(text, v.pipe(text, v.startsWith('/'))), {}),
  trail: v.array(v.object({ depth: v.pipe(v.number(), v.integer()), label: text })),
  crumb: v.nullable(text),
  // Releases from before there was a search of pages lack it.
  search: v.optional(v.nullable(text), null),
  // Releases from before each page was preloaded do not name them.
  scripts: v.optional(v.array(v.pipe(text, v.regex(/^js\/[\w.-]+\.js$/))), []),
})

/** Parses the `pages.json` of a release. @throws Error */
export function parsePageRules(json: string): PageRule[] {
  return v.parse(v.array(rule), JSON.parse(json))
}

/** Name of the file of a release that lists its pages. */
export const pagesFile = 'pages.json'

/** The pages of a release set. */
export type PagesOf = (set: ReleaseSet) => Promise<SitePages>

/**
 * Reads the pages of the releases in a set, each once.
 * @param store folder of the release store
 * @param warn called when the pages of a remote cannot be read
 */
export function releasePages(store: string, warn: (message: string) => void): PagesOf {
  const read = new LRUCache<string, Promise<PageRule[]>>({
    max: 64,
    memoMethod: (file) => {
      const rules = readFile(file, 'utf8').then(parsePageRules)
      rules.catch(() => read.delete(file))
      return rules
    },
  })
  const warned = new Set<string>()
  const rulesOf = (name: string, version: string) =>
    read.memo(releaseFile(store, `/releases/${name}/${version}/${pagesFile}`))
  const ofRemote = (name: string, version: string) =>
    rulesOf(name, version).catch((error: unknown) => {
      if (!warned.has(`${name} ${version}`))
        warn(`The pages of ${name} ${version} cannot be read: ${errorMessage(error)}`)
      warned.add(`${name} ${version}`)
      return null
    })
  const composed = new WeakMap<ReleaseSet, SitePages>()
  return async (set) => {
    const known = composed.get(set)
    if (known) return known
    const shell = set.shell ? await rulesOf('shell', set.shell.version) : []
    const remotes = Object.fromEntries(
      await Promise.all(
        Object.entries(set.remotes).map(
          async ([name, { version }]) => [name, await ofRemote(name, version)] as const,
        ),
      ),
    )
    const pages = sitePages(set, shell, remotes)
    if (Object.values(remotes).every((rules) => rules !== null)) composed.set(set, pages)
    return pages
  }
}
