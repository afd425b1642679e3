import { rspack } from '@rsbuild/core'
import { build } from 'esbuild'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const shell = path.join(import.meta.dirname, '..')
const compiled = path.join(shell, 'dist/inline')

// Each script as a module whose `arguments` are those that the web server calls it with.
const scripts = {
  theme: `import { applyTheme } from './inline/theme'; applyTheme()`,
  'first-paint': `
    import { applyTheme } from './inline/theme'; applyTheme()
    import { followTheme } from './inline/frame-colour'; followTheme()
    import { prepareAgeGate } from './inline/age-gate'; prepareAgeGate()`,
  'deferred-hydration': `import { deferHydration } from './inline/deferred-hydration'; deferHydration(...arguments)`,
  offline: `import { watchConnection } from './inline/offline'; watchConnection()`,
  'service-worker': `import './service-worker/service-worker'`,
}

/** Compiles what the web server inlines, and the service worker, each to one small function in `dist/inline`. */
export default async function compileScripts(): Promise<void> {
  await mkdir(compiled, { recursive: true })
  await Promise.all(
    Object.entries(scripts).map(async ([name, contents]) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: shell, loader: 'ts' },
        bundle: true,
        write: false,
        format: 'esm',
        // What the oldest browsers of the shell's own scripts know.
        target: 'es2020',
      })
      // Smaller than by esbuild's own minifier. Functions that are inlined would compress worse.
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
        },
        mangle: { toplevel: true },
      })
      const file = path.join(compiled, `${name}.js`)
      // Whole or not at all, for a server that starts meanwhile.
      await writeFile(`${file}.${String(process.pid)}`, `(function(){${code}})`)
      await rename(`${file}.${String(process.pid)}`, file)
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileScripts()
