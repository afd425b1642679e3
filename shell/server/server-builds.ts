import { LRUCache } from 'lru-cache'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import vm from 'node:vm'
import type * as ShellBuild from '../src/server'

type Shell = typeof ShellBuild
type Require = (name: string) => unknown

/** Runs a CommonJS file; what it asks for by `require` comes from `given`. */
async function run(file: string, given: Require): Promise<unknown> {
  const source = await readFile(file, 'utf8')
  const module: { exports: unknown } = { exports: {} }
  const wrapped: unknown = vm.runInThisContext(`(function (module, exports, require) {${source}\n})`, {
    filename: file,
  })
  if (typeof wrapped !== 'function') throw new Error(`${file} is no module`)
  wrapped(module, module.exports, given)
  return module.exports
}

/** What draws pages: the shell's server build, and with it the builds of the remotes. */
export interface ServerBuilds {
  draw: Shell['draw']
  readQuery: Shell['readQuery']
  standInFor: Shell['standInFor']
  /** The routes a remote's server build exposes; null when it has none or it cannot run. */
  routes(file: string): Promise<unknown>
}

/**
 * Loads the shell's server build. A remote's build asks for shared libs by name and gets the shell's own instances;
 * it can reach nothing else, neither files nor the network nor this process's modules by name.
 * @param shellFolder folder of the shell's build
 * @param warn told once per build that cannot be used
 */
export async function loadServerBuilds(
  shellFolder: string,
  nodeRequire: Require,
  warn: (message: string) => void,
): Promise<ServerBuilds> {
  const shell = (await run(path.join(shellFolder, 'server/render.cjs'), nodeRequire)) as Shell
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
        `${file} cannot draw pages, the browser does: ${error instanceof Error ? error.message : String(error)}`,
      )
      return null
    }
  }
  // Releases come and go; the last few are enough.
  const loaded = new LRUCache<string, Promise<unknown>>({ max: 16, memoMethod: load })
  return {
    draw: shell.draw,
    readQuery: shell.readQuery,
    standInFor: shell.standInFor,
    routes: (file) => loaded.memo(file),
  }
}
