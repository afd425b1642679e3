import { createRsbuild, type RsbuildConfig } from '@rsbuild/core'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from '../environment'
import { kb } from './figures'

/** Builds the shell for browsers, with source maps, into a folder. */
async function buildWithMaps(folder: string): Promise<void> {
  const cwd = path.join(root, 'shell')
  const own: { default: (call: { command: string }) => RsbuildConfig } = await import(
    path.join(cwd, 'rsbuild.config.ts')
  )
  process.env.NODE_ENV = 'production'
  process.chdir(cwd)
  const config = own.default({ command: 'build' })
  const rsbuild = await createRsbuild({ cwd, environment: ['web'], rsbuildConfig: config })
  rsbuild.modifyEnvironmentConfig(({ output }) => {
    output.distPath.root = folder
    output.sourceMap = { js: 'hidden-source-map', css: false, extract: false }
  })
  await (await rsbuild.build()).close()
}

/** The package of a source, or the folder of the shop's own; what belongs to none is the bundler's. */
function ownerOf(source: string): string {
  const inPackage = /node_modules\/(?!.*node_modules\/)((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
  return inPackage ?? /(?:libs\/[^/]+|shell)(?=\/src)/.exec(source)?.[0] ?? 'bundler'
}

/** Adds what each owner has in a built file to `texts`. */
function splitByOwner(file: string, texts: Map<string, string>): void {
  const payload: SourceMapPayload = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  const map = new SourceMap(payload)
  for (const [row, line] of readFileSync(file, 'utf8').split('\n').entries())
    for (let column = 0; column < line.length; column += 1) {
      const entry = map.findEntry(row, column)
      const owner = 'originalSource' in entry ? ownerOf(entry.originalSource) : 'bundler'
      texts.set(owner, (texts.get(owner) ?? '') + line.charAt(column))
    }
}

const compressedKB = (text: string) => kb(brotliCompressSync(text).length)

/** Prints what the shell's start weighs by owner: KB compressed, each part alone, and before that. */
export async function benchBytes(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-bytes-'))
  await buildWithMaps(folder)
  const manifest: { entries: { index: { initial: { js: string[] } } } } = JSON.parse(
    readFileSync(path.join(folder, 'manifest.json'), 'utf8'),
  )
  const files = manifest.entries.index.initial.js.map((file) => path.join(folder, file))
  const texts = new Map<string, string>()
  for (const file of files) splitByOwner(file, texts)
  const whole = files.reduce((sum, file) => sum + compressedKB(readFileSync(file, 'utf8')), 0)
  rmSync(folder, { recursive: true })
  const rows = [...texts].map(([owner, text]) => ({
    owner,
    'KB (br)': compressedKB(text),
    'KB of text': kb(text.length),
  }))
  console.table(rows.sort((a, b) => b['KB (br)'] - a['KB (br)']))
  console.log(`The shell's start: ${whole.toFixed(1)} KB (br)`)
}
