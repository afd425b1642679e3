import { LRUCache } from 'lru-cache'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import vm from 'node:vm'
import type * as ShellBuild from '../src/server'

type Shell = typeof ShellBuild
type Require = (name: string) => unknown

type Read = (file: string) => Promise<string>

/** Runs a CommonJS file. @param requireModule its `require` */
async function run(file: string, requireModule: Require, read: Read): Promise<unknown> {
  const source = await read(file)
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
  pageQuery: Shell['pageQuery']
  sharedNotFoundPath: Shell['sharedNotFoundPath']
  /** The routes a remote's server build exposes; null when it has none or it cannot run. */
  routes(file: string): Promise<unknown>
}

/**
 * Loads the shell's server build. A remote's build can `require` the shared libs only, and gets the shell's own instances.
 * @param shellFolder folder of the shell's build
 * @param warn called once per build that cannot be loaded
 * @param read reads a build; rejects when it is not the released one, and then nothing of it runs
 */
export async function loadServerBuilds(
  shellFolder: string,
  nodeRequire: Require,
  warn: (message: string) => void,
  read: Read = (file) => readFile(file, 'utf8'),
): Promise<ServerBuilds> {
  const shell = (await run(path.join(shellFolder, 'server/render.cjs'), nodeRequire, read)) as Shell
  const fromShell: Require = (name) => {
    if (!Object.hasOwn(shell.shared, name))
      throw new Error(`${name} is not shared with remotes on the server`)
    return shell.shared[name]
  }
  const load = async (file: string): Promise<unknown> => {
    try {
      const exposed = await run(file, fromShell, read)
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
    pageQuery: shell.pageQuery,
    sharedNotFoundPath: shell.sharedNotFoundPath,
    routes: (file) => loaded.memo(file),
  }
}
