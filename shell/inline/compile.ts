import { rspack } from '@rsbuild/core'
import { build } from 'esbuild'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const shell = path.join(import.meta.dirname, '..')
const compiled = path.join(shell, 'dist/inline')

// Entry modules; the web server calls each compiled script as a function with these `arguments`.
const scripts = {
  theme: `import { applyTheme } from './inline/theme'; applyTheme()`,
  'first-paint': `
    import { trustOwnScripts } from './inline/trusted-types'; trustOwnScripts()
    import { retryShellScript } from './inline/shell-script'; retryShellScript()
    import { applyTheme } from './inline/theme'; applyTheme(); addEventListener('storage', applyTheme)
    import { syncThemeColor } from './inline/theme-color'; syncThemeColor()
    import { prepareAgeGate } from './inline/age-gate'; prepareAgeGate()`,
  'page-map': `import { addPageMap } from './inline/page-map'; addPageMap(...arguments)`,
  offline: `import { watchConnection } from './inline/offline'; watchConnection()`,
  'service-worker': `import './service-worker/service-worker'`,
}

/** Writes a compiled file; renamed into place, so that a server that is starting never reads half of it. */
async function writeCompiled(name: string, code: string): Promise<void> {
  const file = path.join(compiled, name)
  await writeFile(`${file}.${String(process.pid)}`, code)
  await rename(`${file}.${String(process.pid)}`, file)
}

/** Compiles what a render worker runs, since workers have no loader for TypeScript. */
async function compileRenderWorker(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [path.join(shell, 'server/render/workers/render-worker.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  })
  await writeCompiled('render-worker.cjs', outputFiles[0]?.text ?? '')
}

/** Compiles the inline scripts, the service worker, each to one function, and the render workers' code, to `dist/inline`. */
export default async function compileScripts(): Promise<void> {
  await mkdir(compiled, { recursive: true })
  await Promise.all([
    compileRenderWorker(),
    ...Object.entries(scripts).map(async ([name, contents]) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: shell, loader: 'ts' },
        bundle: true,
        write: false,
        format: 'esm',
        // The oldest browsers that the shell's own scripts support.
        target: 'es2020',
      })
      // Smaller than esbuild's own minifier makes it. Inlined functions would compress worse.
      const { code } = await rspack.experiments.swc.minify(outputFiles[0]?.text ?? '', {
        module: true,
        ecma: 2020,
        compress: {
          passes: 4,
          ecma: 2020,
          pure_getters: true,
          unsafe_arrows: true,
          inline: 0,
          reduce_funcs: false,
          hoist_funs: true,
          collapse_vars: false,
        },
        mangle: { toplevel: true },
      })
      await writeCompiled(`${name}.js`, `(function(){${code}})`)
    }),
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileScripts()
