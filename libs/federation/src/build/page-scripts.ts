import { rspack, type Rspack } from '@rsbuild/core'
import { build, type Plugin } from 'esbuild'
import { createRequire } from 'node:module'
import path from 'node:path'
import vm from 'node:vm'

/** Puts the path of a page's file in place of its code, as `page`. */
const withoutPages: Plugin = {
  name: 'without-pages',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^\./ }, ({ path: file, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path: path.join(resolveDir, file), namespace: 'page' } : undefined,
    )
    esbuild.onLoad({ filter: /.*/, namespace: 'page' }, ({ path: file }) => ({
      contents: `export const page = ${JSON.stringify(file)}`,
    }))
  },
}

/**
 * Runs a few lines of code with the routes of an app, without the code of its pages: their modules hold only their path, as `page`.
 * @param root folder of the app
 * @param code exports what it finds out
 * @param forBrowser takes the routes as browsers have them
 */
export async function runRoutes(
  root: string,
  code: string,
  forBrowser = false,
): Promise<Record<string, unknown>> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    logLevel: 'silent',
    plugins: [withoutPages],
  })
  const module: { exports: Record<string, unknown> } = { exports: {} }
  const run: unknown = vm.runInThisContext(
    `(function (module, exports, require, document) {${outputFiles[0]?.text ?? ''}\n})`,
  )
  if (typeof run !== 'function') throw new Error(`The routes of ${root} are no module`)
  run(module, module.exports, createRequire(path.join(root, 'package.json')), forBrowser ? {} : undefined)
  return module.exports
}

/** A route as far as it says what is loaded for it. */
interface LazyRoute {
  children?: LazyRoute[]
  lazy?: () => Promise<{ page: string }>
}

/** The scripts of each page, those of its layouts first, in the order of the pages' rules. */
function loadersOf(routes: readonly LazyRoute[], around: LazyRoute['lazy'][] = []): LazyRoute['lazy'][][] {
  return routes.flatMap(({ children, lazy }) => {
    const loaders = [...around, lazy]
    return children ? loadersOf(children, loaders) : [loaders]
  })
}

/**
 * The files of each page's own modules as browsers have them, of its layouts first, in the order of its rules. Absolute, without
 * extension.
 * @param root folder of the app
 * @param routes path of the file with its routes
 */
export async function pageModules(root: string, routes: string): Promise<string[][]> {
  const code = `export { default as routes } from ${JSON.stringify(routes)}`
  const found = (await runRoutes(root, code, true)) as { routes: LazyRoute[] }
  return Promise.all(
    loadersOf(found.routes).map(async (loaders) => {
      const modules = await Promise.all(loaders.map((load) => load?.()))
      return modules.flatMap((module) => (module ? [module.page] : []))
    }),
  )
}

/** The scripts of a build that hold each of its lazily imported modules, by the module's file without extension. */
function scriptsOfModules({ modules, moduleGraph, chunkGraph }: Rspack.Compilation): Map<string, string[]> {
  const scripts = new Map<string, string[]>()
  for (const module of modules)
    for (const block of module.blocks)
      for (const dependency of block.dependencies) {
        const imported = moduleGraph.getModule(dependency)
        // A module that was put into one with others it imports.
        const own = imported instanceof rspack.ConcatenatedModule ? imported.rootModule : imported
        const file = own instanceof rspack.NormalModule ? own.resource : null
        const group = chunkGraph.getBlockChunkGroup(block)
        if (file !== null && group)
          scripts.set(
            file.replace(/\.\w+$/, ''),
            group.chunks.flatMap((chunk) => [...chunk.files]),
          )
      }
  return scripts
}

/**
 * The scripts that each page of an app needs in addition to its routes, in the order of its rules.
 * @param root folder of the app
 * @param routes path of the file with its routes
 */
export async function pageScripts(
  root: string,
  routes: string,
  compilation: Rspack.Compilation,
): Promise<string[][]> {
  const scripts = scriptsOfModules(compilation)
  const pages = await pageModules(root, routes)
  return pages.map((modules) => [...new Set(modules.flatMap((module) => scripts.get(module) ?? []))].sort())
}
