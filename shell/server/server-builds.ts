import type { ReleaseSet } from '@shop/federation'
import type { SitemapEntry } from '@shop/router'
import { LRUCache } from 'lru-cache'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import vm from 'node:vm'
import type { SitemapInput } from '../src/page-questions'
import type * as ShellBuild from '../src/server'

type Shell = typeof ShellBuild
type Require = (name: string) => unknown

/** Runs a CommonJS file. @param requireModule its `require` */
async function run(file: string, requireModule: Require): Promise<unknown> {
  const source = await readFile(file, 'utf8')
  const module: { exports: unknown } = { exports: {} }
  const wrapped: unknown = vm.runInThisContext(`(function (module, exports, require) {${source}\n})`, {
    filename: file,
  })
  if (typeof wrapped !== 'function') throw new Error(`${file} is no module`)
  wrapped(module, module.exports, requireModule)
  return module.exports
}

/** The shell's server build, which renders pages, and the server builds of the remotes. */
export interface ServerBuilds {
  renderPage: Shell['renderPage']
  /**
   * @param exposed the routes of the remote that serves the page; null for the shell's own
   * @param path pattern of the page's path
   * @param set the release set of the page
   */
  pageQuery(exposed: unknown, path: string, search: URLSearchParams, set: ReleaseSet): Promise<string>
  /** @param set the release set of the remote */
  sitemapEntries(input: SitemapInput, set: ReleaseSet): Promise<SitemapEntry[]>
  /** The routes a remote's server build exposes; null when it has none or it cannot run. @param set its release set */
  routes(file: string, set?: ReleaseSet): Promise<unknown>
}

/**
 * Loads the shell's server build. A remote's build can `require` the shared libs only, and gets the shell's own instances.
 * @param shellFolder folder of the shell's build
 * @param warn called once per build that cannot be loaded
 */
export async function loadServerBuilds(
  shellFolder: string,
  nodeRequire: Require,
  warn: (message: string) => void,
): Promise<ServerBuilds> {
  const shell = (await run(path.join(shellFolder, 'server.cjs'), nodeRequire)) as Shell
  const fromShell: Require = (name) => {
    if (!Object.hasOwn(shell.shared, name))
      throw new Error(`${name} is not shared with remotes on the server`)
    return shell.shared[name]
  }
  const load = async (file: string): Promise<unknown> => {
    try {
      const exposed = await run(file, fromShell)
      return typeof exposed === 'object' && exposed && 'default' in exposed ? exposed.default : null
    } catch (error) {
      warn(
        `${file} cannot render pages, the browser does: ${error instanceof Error ? error.message : String(error)}`,
      )
      return null
    }
  }
  // A few releases are live at once; older ones are evicted.
  const loaded = new LRUCache<string, Promise<unknown>>({ max: 16, memoMethod: load })
  return {
    renderPage: shell.renderPage,
    pageQuery: (exposed, path, search) => Promise.resolve(shell.pageQuery(exposed, path, search)),
    sitemapEntries: shell.sitemapEntries,
    routes: (file) => loaded.memo(file),
  }
}
