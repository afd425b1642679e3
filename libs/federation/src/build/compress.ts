import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const worthCompressing = /\.(js|css|json|svg|html|txt|webmanifest)$/
const leastBytes = 512

/** Puts a `.br` and a `.gz` beside every text file of a build, so that no request waits for compression. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !worthCompressing.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const content = await readFile(file)
    if (content.length < leastBytes) continue
    const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
    await writeFile(`${file}.br`, await brotli(content, best))
    await writeFile(`${file}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION }))
  }
}
