import type { ReleaseSet } from '@shop/federation'
import { LRUCache } from 'lru-cache'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { CachedSet } from '../../service-worker/release-set'
import { compiledFile } from '../compiled-file'

// Compiled by the shell's build from shell/inline and shell/service-worker, each to one function.
const compiled = (name: string) => readFileSync(compiledFile(`${name}.js`), 'utf8')

/** Source code that calls a compiled script. @param args JSON values */
const call = (script: string, ...args: unknown[]) =>
  `${script}(${args.map((arg) => JSON.stringify(arg).replaceAll('<', '\\u003c')).join()})`

/** Sets the theme before the first paint, on pages that load no other script. */
export const themeScript = call(compiled('theme'))

/** Links the cached pages on the offline page, and reloads once there is a connection. */
export const offlineScript = call(compiled('offline'))

const pageMap = compiled('page-map')

/** Adds a map of the page to the badge of a preview. */
export const pageMapScript = (shellVersion: string): string => call(pageMap, shellVersion)

/** The scripts of a shell that are written into pages, and its service worker. */
export interface InlineScripts {
  /** What every page of the shop runs before its first paint. */
  firstScript: string
  /** Source code of a release set's service worker. @param releaseSet written into the script as a constant */
  serviceWorkerScript(releaseSet: CachedSet): string
}

const inlineScripts = (firstPaint: string, worker: string): InlineScripts => ({
  firstScript: call(firstPaint),
  serviceWorkerScript: (releaseSet) => `const releaseSet = ${JSON.stringify(releaseSet)};\n${call(worker)}`,
})

/** The inline scripts of a shell. @param read reads a compiled script by its name */
async function createInlineScripts(read: (name: string) => Promise<string>): Promise<InlineScripts> {
  return inlineScripts(...(await Promise.all([read('first-paint'), read('service-worker')])))
}

/** The inline scripts beside this web server, for pages without a stored shell. */
export const ownInlineScripts = inlineScripts(compiled('first-paint'), compiled('service-worker'))

// The live set, one before it, and those of visitors who keep theirs.
const maxShells = 4

/** Gives the inline scripts of a release set's shell. */
export type InlineScriptsOf = (set: ReleaseSet) => Promise<InlineScripts>

/**
 * Reads the inline scripts of the shell of each release set.
 * @param store folder of the release store
 * @param read reads a file of it
 */
export function inlineScriptsOfSets(
  store: string,
  read = (file: string) => readFile(file, 'utf8'),
): InlineScriptsOf {
  const inline = new LRUCache<string, Promise<InlineScripts>>({
    max: maxShells,
    memoMethod: (version) => {
      const scripts = createInlineScripts((name) =>
        read(path.join(store, 'shell', version, 'inline', `${name}.js`)),
      )
      scripts.catch(() => inline.delete(version))
      return scripts
    },
  })
  return async (set) => (set.shell ? inline.memo(set.shell.version) : ownInlineScripts)
}
