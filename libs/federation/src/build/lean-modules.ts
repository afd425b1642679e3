import { rspack } from '@rsbuild/core'
import path from 'node:path'

// Plain scripts, since the bundler has chosen its loaders by the file that they replace.
const lean = (file: string) => path.join(import.meta.dirname, 'lean', file)

/** Files of packages that browsers get in a smaller form; decision 0053 tells what each leaves out. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/@module-federation\/webpack-bundler-runtime\/dist\/index\.c?js$/, lean('bundler-runtime.js')],
  [/@module-federation\/runtime\/dist\/index\.c?js$/, lean('federation-runtime.js')],
  [/@tanstack\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/, lean('infinite-query.js')],
  [/hoist-non-react-statics\/dist\/.*\.js$/, lean('hoist-statics.js')],
  [/@emotion\/is-prop-valid\/dist\/emotion-is-prop-valid\.esm\.js$/, lean('is-prop-valid.js')],
]

const replacing = (original: RegExp, replace: (file: string) => string) =>
  new rspack.NormalModuleReplacementPlugin(original, (data) => {
    if (data.createData?.resource) data.createData.resource = replace(data.createData.resource)
  })

/** The plugins that put lean files in the place of those of packages. */
export const leanModules = () => [
  ...replaced.map(([original, replacement]) => replacing(original, () => replacement)),
  // React Router's package names the files with warnings for developers in every case.
  replacing(/react-router\/dist\/development\//, (file) => file.replace('development', 'production')),
]

/** Rules that leave out lines of packages. */
export const leanRules = [
  { test: /react-router\/dist\/\w+\/chunk-\w+\.mjs$/, loader: lean('react-router.cjs') },
  { test: /@module-federation\/runtime\/rspack\.js$/, loader: lean('federation-start.cjs') },
]
