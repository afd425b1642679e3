import type { RsbuildPlugin } from '@rsbuild/core'
import { build } from 'esbuild'
import { createRequire } from 'node:module'
import path from 'node:path'
import vm from 'node:vm'

/**
 * What the pages of an app say of themselves, as JSON. Its routes are run for it, without the code of the pages.
 * @param root folder of the app
 * @param routes path of the file with its routes
 * @throws Error that names a route without a description
 */
export async function describePages(root: string, routes: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import routes from ${JSON.stringify(routes)}
        import { pageRules } from '@shop/router/server'
        export const rules = pageRules(routes)`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    logLevel: 'silent',
    plugins: [
      {
        name: 'without-pages',
        setup(esbuild) {
          esbuild.onResolve({ filter: /^\./ }, ({ path: file, kind }) =>
            kind === 'dynamic-import' ? { path: file, external: true } : undefined,
          )
        },
      },
    ],
  })
  const module: { exports: { rules?: unknown } } = { exports: {} }
  const run: unknown = vm.runInThisContext(
    `(function (module, exports, require) {${outputFiles[0]?.text ?? ''}\n})`,
  )
  if (typeof run !== 'function') throw new Error(`${routes} is no module`)
  run(module, module.exports, createRequire(path.join(root, 'package.json')))
  return JSON.stringify(module.exports.rules)
}

/** Puts `pages.json` into a build: what web servers need to know of its pages without running it. */
export function pluginPages(routes: string): RsbuildPlugin {
  return {
    name: 'shop-pages',
    setup(api) {
      if (api.context.action !== 'build') return
      api.processAssets({ stage: 'additional', environments: ['web'] }, async ({ compilation, sources }) => {
        const rules = await describePages(api.context.rootPath, routes)
        compilation.emitAsset('pages.json', new sources.RawSource(rules))
      })
    },
  }
}
