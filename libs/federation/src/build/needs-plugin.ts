import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Environment of a build that only finds out which names a remote imports of each shared lib. */
export const contractEnvironment = 'contract'

/** What the build of that environment leaves behind, below the app's folder. */
export const needsFile = 'dist/contract/needs.json'

/** Stands for any name of a package, whose version Module Federation compares. */
const anyName = '*'

interface BuiltModule {
  name?: string
  usedExports?: boolean | string[] | null
}

/**
 * The names imported of each shared lib; `*` for a package that something in the build imports as a whole.
 * @param modules those of a build in which the shared libs are externals
 * @throws Error for a facade that is imported as a whole, which could need any name
 */
function namesUsed(modules: readonly BuiltModule[]): Record<string, string[]> {
  const needs: Record<string, string[]> = {}
  for (const { name = '', usedExports } of modules) {
    const lib = /^external "(.+)"$/.exec(name)?.[1]
    if (lib === undefined) continue
    if (usedExports === true && lib.startsWith('@shop/'))
      throw new Error(`${lib} is imported as a whole: import what is needed by name`)
    needs[lib] = usedExports === true ? [anyName] : [...(usedExports || [])].sort()
  }
  return Object.fromEntries(Object.entries(needs).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function modulesOf(stats: Rspack.Stats | Rspack.MultiStats | undefined): BuiltModule[] {
  const all = stats && 'stats' in stats ? stats.stats : stats ? [stats] : []
  const contract = all.find(({ compilation }) => compilation.name === contractEnvironment)
  const options = { all: false, modules: true, nestedModules: true, usedExports: true }
  return contract?.toJson({ ...options, modulesSpace: Number.MAX_SAFE_INTEGER }).modules ?? []
}

/** Writes what a remote needs, from the bundler's own account of the exports that are used. */
export function pluginNeeds(): RsbuildPlugin {
  return {
    name: 'shop-needs',
    setup(api) {
      api.onAfterBuild(async ({ environments, stats }) => {
        if (!environments[contractEnvironment]) return
        const file = path.join(api.context.rootPath, needsFile)
        await mkdir(path.dirname(file), { recursive: true })
        await writeFile(file, `${JSON.stringify(namesUsed(modulesOf(stats)), null, 2)}\n`)
      })
    },
  }
}
