import type { RsbuildPlugin } from '@rsbuild/core'
import { pageScripts, runRoutes } from './page-scripts'

/**
 * What the pages of an app say of themselves: its `PageRule`s. Its routes are run for it, without the code of the pages.
 * @param root folder of the app
 * @param routes path of the file with its routes
 * @throws Error that names a route without a description
 */
export async function describePages(root: string, routes: string): Promise<object[]> {
  const { rules } = await runRoutes(
    root,
    `import routes from ${JSON.stringify(routes)}
    import { pageRules } from '@shop/router/server'
    export const rules = pageRules(routes)`,
  )
  return rules as object[]
}

/** Puts `pages.json` into a build: what web servers need to know of its pages without running it. */
export function pluginPages(routes: string): RsbuildPlugin {
  return {
    name: 'shop-pages',
    setup(api) {
      if (api.context.action !== 'build') return
      // The scripts have their names by then.
      api.processAssets({ stage: 'report', environments: ['web'] }, async ({ compilation, sources }) => {
        const root = api.context.rootPath
        const rules = await describePages(root, routes)
        const scripts = await pageScripts(root, routes, compilation)
        const pages = rules.map((rule, index) => ({ ...rule, scripts: scripts[index] ?? [] }))
        compilation.emitAsset('pages.json', new sources.RawSource(JSON.stringify(pages)))
      })
    },
  }
}
