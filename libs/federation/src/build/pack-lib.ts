import { build } from 'esbuild'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'

const packageJson = v.object({
  name: v.string(),
  version: v.string(),
  exports: v.record(v.string(), v.string()),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
})

/** Exports that no other repository needs. */
const ownExports = ['./package.json', './testing']

const typesOf = (file: string) => file.replace(/^\.\//, './types/').replace(/\.tsx?$/, '.d.ts')
const bundleOf = (file: string) => file.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, '.js')

/**
 * Packs a lib for remotes of other repositories, as `npm pack` does: JavaScript, the types that its type check has written, and its
 * API report. In the shop the code is the shell's; the package's own is for their tests.
 * @param lib its folder
 * @param out folder for the package
 * @returns the file's name
 * @throws Error when its types have not been checked yet, or it cannot be bundled or packed
 */
export async function packLib(lib: string, out: string): Promise<string> {
  const read = JSON.parse(await readFile(path.join(lib, 'package.json'), 'utf8')) as unknown
  const { name, version, exports, dependencies } = v.parse(packageJson, read)
  const files = Object.entries(exports).filter(([at]) => !ownExports.includes(at))
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-pack-'))
  try {
    await cp(path.join(lib, 'dist/types'), path.join(folder, 'types'), {
      recursive: true,
      filter: (file) => !/\.(?:test|stories)\.d\.ts$|\.tsbuildinfo$/.test(file),
    }).catch(() => {
      throw new Error(`${name} has no types yet: run npx nx typecheck ${name}`)
    })
    await build({
      entryPoints: files.map(([, file]) => path.join(lib, file)),
      outbase: path.join(lib, 'src'),
      outdir: path.join(folder, 'dist'),
      ...{ bundle: true, splitting: true, format: 'esm', packages: 'external', jsx: 'automatic' },
    })
    await cp(path.join(lib, 'api.txt'), path.join(folder, 'api.txt'))
    const packed = {
      ...{ name, version, type: 'module' },
      exports: {
        ...Object.fromEntries(
          files.map(([at, file]) => [at, { types: typesOf(file), default: bundleOf(file) }]),
        ),
        './package.json': './package.json',
      },
      dependencies: Object.fromEntries(
        Object.entries(dependencies).map(([each, range]) => [each, range === '*' ? `^${version}` : range]),
      ),
    }
    await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
    const { stdout } = await promisify(execFile)(
      'npm',
      ['pack', '--silent', '--ignore-scripts', '--pack-destination', path.resolve(out)],
      { cwd: folder, shell: process.platform === 'win32' },
    )
    return stdout.trim()
  } finally {
    await rm(folder, { recursive: true })
  }
}
