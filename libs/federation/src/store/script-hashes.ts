import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ContainerManifest } from './container-manifest'

/**
 * The scripts of a classic container that no other script of it has a hash of: the page's policy lets browsers load none without.
 * Those of a module container get theirs from the page's import map.
 */
export async function scriptsWithoutHash(
  folder: string,
  { entry, type, scripts }: ContainerManifest,
): Promise<string[]> {
  if (type === 'module') return []
  const read = (file: string) => readFile(path.join(folder, file))
  const all = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'))
  const text = Buffer.concat(await Promise.all(all.map(read))).toString()
  const found = await Promise.all(
    scripts
      .filter((file) => file !== entry)
      .map(async (file) => {
        const content = await read(file)
        const hashes = ['sha256', 'sha384', 'sha512'].map((algorithm) =>
          createHash(algorithm).update(content).digest('base64'),
        )
        return hashes.some((hash) => text.includes(hash)) ? [] : [file]
      }),
  )
  return found.flat()
}
